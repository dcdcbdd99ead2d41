'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const escapeText = (text) =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);

// ---- the address: what is shown stands after its # ----

let addressTimer = null;
// Browsers limit how often a page may change its address: only the last of several changes is written.
function writeAddress(text) {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    // A frame without rights of its own may not.
    try { history.replaceState(null, '', `#${text}`); } catch {}
  }, 150);
}

function readAddress(name) {
  const text = new URLSearchParams(location.hash.slice(1)).get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function followAddress(show) {
  window.addEventListener('hashchange', () => { clearTimeout(addressTimer); show(); });
}
