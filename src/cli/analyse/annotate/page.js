const { games, engine } = data;
const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

let game = games[0];
// Current ply, and the number of moves shown of the better line that replaces the next ply.
let ply = 0;
let inLine = 0;
let turned = false;

// ---- positions ----

const squares = (uci) => [square(uci.slice(0, 2)), square(uci.slice(2, 4))];

// Plays a legal move in UCI notation, including Chess960 castling.
function play(board, uci) {
  const [from, to] = squares(uci);
  const piece = board[from];
  const isWhite = piece === piece.toUpperCase();
  const kind = piece.toLowerCase();
  const rook = isWhite ? 'R' : 'r';
  const takesOwnRook = kind === 'k' && board[to] === rook;
  board[from] = '';
  if (kind === 'k' && (takesOwnRook || Math.abs(to - from) === 2)) {
    const isShort = to > from;
    const rank = from - (from % 8);
    if (takesOwnRook) board[to] = '';
    else board[rank + (isShort ? 7 : 0)] = '';
    board[rank + (isShort ? 6 : 2)] = piece;
    board[rank + (isShort ? 5 : 3)] = rook;
    return;
  }
  if (kind === 'p' && from % 8 !== to % 8 && !board[to]) board[from - (from % 8) + (to % 8)] = '';
  const promoted = uci[4];
  board[to] = !promoted ? piece : isWhite ? promoted.toUpperCase() : promoted;
}

const fenAt = (at) => (at === 0 ? game.start.fen : game.moves[at - 1].fen);
const positionAt = (at) => (at === 0 ? game.start : game.moves[at - 1]);
// Returns the better line of this ply's note, an alternative to the last move.
const better = () => (ply > 0 && game.moves[ply - 1].judgement ? game.moves[ply - 1].best : null);

function shown() {
  const line = inLine > 0 ? better() : null;
  if (!line) {
    return { board: placement(fenAt(ply)), last: ply > 0 ? game.moves[ply - 1].uci : null };
  }
  const board = placement(fenAt(ply - 1));
  line.uci.slice(0, inLine).forEach((uci) => play(board, uci));
  return { board, last: line.uci[inLine - 1] };
}

// ---- drawing ----

function showBoard() {
  const { board, last } = shown();
  $('board').innerHTML = drawBoard(board, last ? squares(last) : [], turned);
  $('board').setAttribute('aria-label', fenAt(ply));
  const percent = positionAt(ply).win_percent;
  $('gauge').className = turned ? 'turned' : '';
  $('gauge').firstElementChild.style.height = `${percent ?? 50}%`;
}

const WIDTH = () => Math.max(200, $('chart').clientWidth);
const HEIGHT = () => Math.max(60, $('chart').clientHeight);
const chartX = (at) => (game.moves.length ? (at / game.moves.length) * WIDTH() : 0);

function showChart() {
  const [width, height] = [WIDTH(), HEIGHT()];
  const y = (percent) => height - (percent / 100) * height;
  const known = [];
  for (let at = 0; at <= game.moves.length; at++) {
    const percent = positionAt(at).win_percent;
    if (percent !== null) known.push([chartX(at), y(percent)]);
  }
  const parts = [];
  if (known.length) {
    const line = known.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join('L');
    const [start, end] = [known[0][0], known[known.length - 1][0]];
    parts.push(`<path class="white" d="M${start.toFixed(1)} ${height}L${line}L${end.toFixed(1)} ${height}z"/>`);
  }
  parts.push(`<line class="middle" x1="0" x2="${width}" y1="${height / 2}" y2="${height / 2}"/>`);
  parts.push(`<line class="here" x1="${chartX(ply)}" x2="${chartX(ply)}" y1="0" y2="${height}"/>`);
  for (const move of game.moves) {
    if (!move.judgement) continue;
    parts.push(`<circle class="${move.judgement}" cx="${chartX(move.ply)}" cy="${y(move.win_percent)}" r="4">`
      + `<title>${escapeText(label(move))} ${escapeText(move.sentence)}</title></circle>`);
  }
  $('chart').setAttribute('viewBox', `0 0 ${width} ${height}`);
  $('chart').innerHTML = parts.join('');
}

const number = (move) => `${move.number}${move.side === 'white' ? '.' : '...'}`;
const label = (move) => `${number(move)}${move.san}${SIGNS[move.judgement] ?? ''}`;

function score(position) {
  if (!position.score) return '';
  const { centipawns, mate, bound } = position.score;
  const sign = { exact: '', lower: '≥', upper: '≤' }[bound];
  if (mate !== null) return mate === 0 ? '' : `${sign}#${mate}`.replace('-', '−');
  return sign + (centipawns < 0 ? '−' : '+') + (Math.abs(centipawns) / 100).toFixed(2);
}

function showNote() {
  const parts = [];
  const position = positionAt(ply);
  const known = [];
  if (score(position)) known.push(`<b>${score(position)}</b>`);
  if (position.win_percent !== null) known.push(`White's chances ${position.win_percent.toFixed(0)} %`);
  if (position.depth) known.push(`depth ${position.depth}`);
  if (ply === game.moves.length && game.ending) known.push(escapeText(game.ending));
  const move = ply > 0 ? game.moves[ply - 1] : null;
  const name = move
    ? `<span class="${move.judgement ?? ''}">${escapeText(label(move))}</span>` : 'Start';
  parts.push(`<p>${name} &nbsp; ${known.join(', ')}</p>`);
  if (move?.sentence) parts.push(`<p>${escapeText(move.sentence)}</p>`);
  for (const comment of move?.comments ?? []) parts.push(`<p><i>${escapeText(comment)}</i></p>`);
  const line = better();
  if (line) {
    let white = move.side === 'white';
    let count = move.number;
    const words = line.san.map((san, index) => {
      const prefix = white ? `${count}.` : index === 0 ? `${count}...` : '';
      if (!white) count++;
      white = !white;
      const here = inLine === index + 1 ? ' class="here"' : '';
      return `<button${here} data-line="${index + 1}">${prefix}${escapeText(san)}</button>`;
    });
    parts.push(`<p>Better: ${words.join(' ')}</p>`);
  }
  $('note').innerHTML = parts.join('');
}

function showMoves() {
  const cells = [];
  for (const move of game.moves) {
    if (move.side === 'white' || move.ply === 1) {
      cells.push(`<span>${move.number}</span>`);
      if (move.side === 'black') cells.push('<button disabled>…</button>');
    }
    cells.push(`<button class="${move.judgement ?? ''}" data-ply="${move.ply}">`
      + `${escapeText(move.san)}${SIGNS[move.judgement] ?? ''}</button>`);
  }
  $('moves').innerHTML = cells.join('');
  $('moves').hidden = !cells.length;
}

function markMove() {
  $('moves').querySelector('.here')?.classList.remove('here');
  const button = $('moves').querySelector(`[data-ply="${ply}"]`);
  if (!button) { $('moves').scrollTop = 0; return; }
  button.classList.add('here');
  // Scrolls the list only; the page keeps its position.
  const [top, height] = [button.offsetTop, $('moves').clientHeight];
  if (top < $('moves').scrollTop || top + button.offsetHeight > $('moves').scrollTop + height) {
    $('moves').scrollTop = top - height / 2;
  }
}

function tag(name) {
  const value = game.tags.find(([known]) => known === name)?.[1] ?? '';
  return value.startsWith('?') || value === '-' ? '' : value;
}

const players = () => `${tag('White') || 'White'} – ${tag('Black') || 'Black'}`;

function showGame() {
  document.title = `${players()}, ${game.result}`;
  $('title').textContent = `${players()}  ${game.result}`;
  const opening = game.opening && `${game.opening.name} (${game.opening.eco})`;
  const about = [opening, tag('Event'), tag('Site'), tag('Date').replace(/\.\?\?/g, '')];
  if (!game.complete) about.push('stopped early: only the last moves are evaluated');
  about.push(`evaluated by ${engine}`);
  $('about').textContent = about.filter((text) => text).join(', ');
  const row = (name, side) => `<tr><td>${name}</td>`
    + `<td>${side.accuracy === null ? '–' : `${side.accuracy.toFixed(1)} %`}</td>`
    + `<td>${side.average_centipawn_loss === null ? '–' : side.average_centipawn_loss.toFixed(0)}</td>`
    + `<td>${side.inaccuracies}</td><td>${side.mistakes}</td><td>${side.blunders}</td></tr>`;
  $('sides').innerHTML = '<tr><th></th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th><th>??</th></tr>'
    + row('White', game.white) + row('Black', game.black);
  const points = game.turning_points.map((at) => game.moves[at - 1]);
  $('points').innerHTML = points.length ? `<h2>Turning points</h2><ul>${points.map((move) =>
    `<li><button data-ply="${move.ply}">${escapeText(label(move))}</button> ${escapeText(move.sentence)}</li>`).join('')}</ul>` : '';
  showMoves();
}

function show() {
  showBoard();
  showChart();
  showNote();
  markMove();
}

// ---- controls ----

function go(to, line = 0) {
  ply = Math.min(game.moves.length, Math.max(0, to));
  inLine = Math.min(better()?.uci.length ?? 0, Math.max(0, line));
  show();
}

const step = (by) => (inLine > 0 ? go(ply, inLine + by) : go(ply + by));

function mistake(by) {
  const found = game.moves.filter((move) => move.judgement && (by > 0 ? move.ply > ply : move.ply < ply));
  if (found.length) go(by > 0 ? found[0].ply : found[found.length - 1].ply);
}

function choose(index, to = 0) {
  game = games[index];
  showGame();
  go(to);
}

$('first').onclick = () => go(0);
$('back').onclick = () => step(-1);
$('next').onclick = () => step(1);
$('last').onclick = () => go(game.moves.length);
$('mistake').onclick = () => mistake(1);
$('flip').onclick = () => { turned = !turned; show(); };
$('game').onchange = () => choose(Number($('game').value));
document.onclick = (event) => {
  const { ply: to, line } = event.target.dataset ?? {};
  if (to !== undefined) go(Number(to));
  if (line !== undefined) go(ply, Number(line));
};
$('chart').onclick = (event) => {
  const box = $('chart').getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
};
const KEYS = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0),
  End: () => go(game.moves.length), ArrowDown: () => mistake(1), ArrowUp: () => mistake(-1),
  Escape: () => go(ply), f: () => $('flip').click(), F: () => $('flip').click(),
};
document.onkeydown = (event) => {
  if (event.target.tagName === 'SELECT' || event.ctrlKey || event.altKey || event.metaKey) return;
  const action = KEYS[event.key];
  if (action) { event.preventDefault(); action(); }
};
window.onresize = showChart;

if (games.length > 1) {
  $('game').hidden = false;
  games.forEach((each, index) => {
    game = each;
    $('game').add(new Option(`${each.number}. ${players()}, ${each.result}`, index));
  });
}
// Link to a move: page.html#game=2&ply=17
const linked = new URLSearchParams(location.hash.slice(1));
const first = Math.min(games.length, Math.max(1, Number(linked.get('game')) || 1)) - 1;
$('game').value = first;
if (games.length) choose(first, Number(linked.get('ply')) || 0);
