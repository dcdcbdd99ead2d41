
// ---- controls ----

function showHeader() {
  const { game } = shown;
  document.title = `${playersOf(game)}, ${game.result}`;
  $('title').textContent = `${playersOf(game)}  ${game.result}`;
  const opening = game.opening && `${game.opening.name} (${game.opening.eco})`;
  const about = [opening, tagOf(game, 'Event'), tagOf(game, 'Site'), dateOf(game)];
  if (!game.complete) about.push('stopped early: only the last moves are evaluated');
  about.push(`evaluated by ${engine}`);
  $('about').textContent = about.filter((text) => text).join(', ');
  const index = games.indexOf(game);
  $('open-games').textContent = `game ${game.number} – all ${games.length.toLocaleString('en')} games`;
  $('game-back').disabled = index === 0;
  $('game-next').disabled = index === games.length - 1;
}

function show() {
  showBoard();
  markChart();
  showNote();
  markMove();
}

function go(node) {
  if (!node) return;
  here = node;
  show();
  const ply = mainNode(here).number;
  writeAddress(games.length > 1 ? `game=${shown.game.number}&ply=${ply}` : `ply=${ply}`);
}

function showGame(game, ply) {
  shown = openGame(game);
  game.plies = shown.main.nodes.length;
  here = shown.nodes[Math.min(ply, game.plies)];
  showHeader();
  showFigures();
  showMoves();
  showChart();
  show();
}

// A choice is a step of the browser's history: back leads to the game before.
function chooseGame(game) {
  if ($('games').open) $('games').close();
  $('notice').hidden = true;
  showGame(game, 0);
  clearTimeout(addressTimer);
  try { history.pushState(null, '', `#game=${game.number}&ply=0`); } catch {}
}

// An address names a game by its number in the file: page.html#game=2&ply=17
function openAddress() {
  const number = readAddress('game');
  const found = number === null ? games[0] : games.find((game) => game.number === number);
  const broken = skipped.find((game) => game.number === number);
  $('notice').hidden = Boolean(found);
  if (!found) {
    $('notice').textContent = broken ? `game ${number} could not be read: ${broken.error}` : `game ${number} is not on this page`;
  }
  const game = found ?? games[0];
  const ply = found ? readAddress('ply') ?? 0 : 0;
  if (shown?.game === game) { here = shown.nodes[Math.min(ply, game.plies)]; show(); } else showGame(game, ply);
}

function goToMistake(by) {
  const ply = mainNode(here).number;
  const mistakes = shown.game.marked.filter(([, mark]) => !PRAISE.includes(mark));
  const plies = mistakes.map(([at]) => at).filter((at) => (by > 0 ? at > ply : at < ply));
  if (plies.length) go(shown.nodes[by > 0 ? plies[0] : plies[plies.length - 1]]);
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a clipboard of its own, as in a page over http, the browser copies what is selected.
    const area = document.body.appendChild(Object.assign(document.createElement('textarea'), { value: text }));
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.dataset.name ??= button.textContent;
  button.textContent = 'copied';
  setTimeout(() => { button.textContent = button.dataset.name; }, 1200);
}

const chooseNeighbour = (by) => chooseGame(games[games.indexOf(shown.game) + by]);
$('first').onclick = () => go(shown.nodes[0]);
$('back').onclick = () => go(preceding(here));
$('next').onclick = () => go(following(here));
$('last').onclick = () => go(shown.nodes[shown.game.plies]);
$('mistake').onclick = () => goToMistake(1);
$('flip').onclick = () => { turned = !turned; show(); };
$('arrow').onclick = () => {
  hasArrow = !hasArrow;
  $('arrow').setAttribute('aria-pressed', hasArrow);
  show();
};
$('copy-fen').onclick = () => copy($('copy-fen'), writeFen(positionOf(here)));
$('copy-pgn').onclick = () => copy($('copy-pgn'), pgnOf(shown));
$('game-back').onclick = () => chooseNeighbour(-1);
$('game-next').onclick = () => chooseNeighbour(1);
document.onclick = (event) => {
  const button = event.target.closest?.('[data-node]');
  if (button) go(shown.nodes[button.dataset.node]);
};
$('chart').onclick = (event) => {
  const box = $('chart').getBoundingClientRect();
  const ply = Math.round(((event.clientX - box.left) / box.width) * shown.game.plies);
  go(shown.nodes[Math.min(shown.game.plies, Math.max(0, ply))]);
};
const KEYS = {
  ArrowLeft: () => go(preceding(here)), ArrowRight: () => go(following(here)), Home: () => $('first').click(),
  End: () => $('last').click(), ArrowDown: () => goToMistake(1), ArrowUp: () => goToMistake(-1),
  Escape: () => go(mainNode(here)), f: () => $('flip').click(), a: () => $('arrow').click(),
};
document.onkeydown = (event) => {
  if ($('games').open || event.ctrlKey || event.altKey || event.metaKey) return;
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action) { event.preventDefault(); action(); }
};
window.onresize = showChart;

if (skipped.length) {
  $('skipped').hidden = false;
  $('skipped').querySelector('summary').textContent = skipped.length === 1
    ? '1 game could not be read' : `${skipped.length.toLocaleString('en')} games could not be read`;
  $('skipped').querySelector('ul').innerHTML = skipped.map(({ number, players, error }) =>
    `<li>${number}. ${escapeText(players)}: ${escapeText(error)}</li>`).join('');
}
$('choice').hidden = games.length < 2 && !report;
showReport();
followAddress(openAddress);
openAddress();
