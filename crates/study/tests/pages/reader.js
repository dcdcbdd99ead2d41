// Works a page as its reader does, and reads what the page shows. Runs before the page's own scripts.
'use strict';
const reader = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const plain = (text) => text.replace(/\s+/g, ' ').trim();

  function element(selector) {
    const found = document.querySelector(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return found;
  }

  const isVisible = (selector) => all(selector).some((each) => each.checkVisibility());

  // A mouse reaches only what is visible and enabled.
  function clickable(found, name) {
    if (!found.checkVisibility()) throw new Error(`${name} is hidden`);
    if (found.disabled) throw new Error(`${name} is disabled`);
    return found;
  }

  function click(selector, index = 0) {
    const found = all(selector)[index];
    if (!found) throw new Error(`the page has no ${selector} number ${index}`);
    const { left, top, width, height } = clickable(found, selector).getBoundingClientRect();
    clickAt(found, left + width / 2, top + height / 2);
  }

  function clickAt(target, clientX, clientY) {
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY }));
  }

  // Returns whether the page took the key from the browser.
  function key(name, { on = document.body, ...modifiers } = {}) {
    return !on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...modifiers }));
  }

  function input(selector, value) {
    const field = clickable(element(selector), selector);
    field.focus();
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const text = (selector) => plain(element(selector).textContent);
  const texts = (selector) => all(selector).map((each) => plain(each.textContent));
  const rows = (selector) => all(`${selector} tr`).map((row) => [...row.cells].map((cell) => plain(cell.textContent)));
  const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

  // Waits for what another process of the browser does, such as a step back in the history. Timers
  // run at once, so each turn takes some real time too.
  async function until(condition) {
    for (let turn = 0; turn < 2000 && !condition(); turn++) {
      Array.from({ length: 20000 }, (_, index) => String(index % 7)).sort();
      await wait(50);
    }
    if (!condition()) throw new Error(`in vain: ${condition}`);
  }

  // ---- the board as it is drawn ----

  // The coordinates at its edges name the squares.
  function squares() {
    const label = (name) => all('#board text').filter((each) => name.test(each.textContent));
    const at = (each, axis, offset) => Number(each.getAttribute(axis)) - offset;
    const files = new Map(label(/^[a-h]$/).map((each) => [at(each, 'x', 38), each.textContent]));
    const ranks = new Map(label(/^[1-8]$/).map((each) => [at(each, 'y', 10), each.textContent]));
    return (x, y) => files.get(x) + ranks.get(y);
  }

  // `e1: K` and so on, sorted by square.
  function pieces() {
    const name = squares();
    return all('#board g').map((piece) => {
      const [, x, y] = /translate\((\d+) (\d+)\)/.exec(piece.getAttribute('transform'));
      const body = piece.querySelector('path').getAttribute('d');
      const [letter] = Object.entries(PIECES).find(([, shapes]) => shapes[0] === body);
      return `${name(Number(x), Number(y))}: ${piece.classList.contains('white') ? letter.toUpperCase() : letter}`;
    }).sort();
  }

  const marked = () => all('#board .marked')
    .map((rect) => squares()(Number(rect.getAttribute('x')), Number(rect.getAttribute('y')))).sort();

  // The squares that the ends of the arrows point from and to, with their colours.
  function arrows() {
    const name = squares();
    const corner = (value) => Math.floor(value / 45) * 45;
    return all('#board .arrow').map((path) => {
      const [, x, y, angle] = /translate\(([\d.]+) ([\d.]+)\) rotate\((-?[\d.]+)\)/.exec(path.getAttribute('transform'));
      const length = Number(/L([\d.]+) 0/.exec(path.getAttribute('d'))[1]);
      const [radians, from] = [(Number(angle) * Math.PI) / 180, [Number(x), Number(y)]];
      const end = [from[0] + length * Math.cos(radians), from[1] + length * Math.sin(radians)];
      return { from: name(...from.map(corner)), to: name(...end.map(corner)),
        color: path.getAttribute('fill'), best: path.classList.contains('best') };
    });
  }

  const circles = () => all('#board .ring').map((circle) => ({
    square: squares()(circle.getAttribute('cx') - 22.5, circle.getAttribute('cy') - 22.5),
    color: circle.getAttribute('stroke'),
  }));

  // ---- the clipboard ----

  // Returns what a click on a button copies. `isAllowed` is false in pages over http.
  async function copied(selector, isAllowed = true) {
    let content = null;
    const writeText = async (value) => {
      if (!isAllowed) throw new Error('not allowed');
      content = value;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    document.execCommand = (command) => {
      const { value, selectionStart, selectionEnd } = document.activeElement;
      if (command === 'copy') content = value.slice(selectionStart, selectionEnd);
      return true;
    };
    click(selector);
    await wait(1);
    return content;
  }

  // ---- the report to the test ----

  const tools = { all, element, isVisible, click, clickAt, key, input, text, texts, rows, wait, until, pieces, marked,
    arrows, circles, copied };

  // Runs the steps of a test, and writes what they return into the page, in ASCII.
  async function work(steps) {
    let seen;
    try {
      seen = { value: await steps(tools) };
    } catch (error) {
      seen = { error: String(error.stack) };
    }
    const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const json = JSON.stringify(seen).replace(/[<>&]|[^ -~]/g, escape);
    document.body.append(Object.assign(document.createElement('pre'), { id: 'seen', textContent: json }));
  }

  return { work };
})();
