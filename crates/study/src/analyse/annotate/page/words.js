
// ---- words ----

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??', great: '!', brilliant: '!!' };
const PRAISE = ['great', 'brilliant'];
const NAGS = { inaccuracy: 6, mistake: 2, blunder: 4, great: 1, brilliant: 3 };
// Signs that usual fonts have, and short words where there is no sign.
const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 8: '□', 9: '(worst move)', 10: '=', 11: '=', 12: '=',
  13: '∞', 14: '+/=', 15: '=/+', 16: '±', 17: '∓', 18: '+−', 19: '−+', 20: '+−', 21: '−+', 22: '⊙', 23: '⊙',
  24: '○', 25: '○', 26: '○', 27: '○', 28: '○', 29: '○', 30: '⟳', 31: '⟳', 32: '⟳', 33: '⟳', 34: '⟳', 35: '⟳',
  36: '→', 37: '→', 38: '→', 39: '→', 40: '↑', 41: '↑', 42: '(not enough for the material)', 43: '(not enough for the material)',
  44: '=/∞', 45: '=/∞', 46: '=/∞', 47: '=/∞', 48: '(centre)', 49: '(centre)', 50: '(centre)', 51: '(centre)', 52: '(centre)',
  53: '(centre)', 130: '⇆', 131: '⇆', 132: '⇆', 133: '⇆', 134: '⇆', 135: '⇆', 136: '⊕', 137: '⊕', 138: '⊕', 139: '⊕',
  140: '∆', 141: '∇', 142: '⌓', 143: '≤', 144: '==', 145: 'RR', 146: 'N', 190: 'etc.', 201: '(diagram)', 220: '(diagram)',
  221: '(diagram)', 239: '⇔', 240: '⇗' };

// Signs of the input: those that judge the move directly follow it. Numbers without a meaning are not shown.
function glyphs(node) {
  const [judging, others] = [(glyph) => glyph <= 7, (glyph) => glyph > 7].map((test) =>
    node.glyphs.filter(test).map((glyph) => GLYPHS[glyph]).filter((text) => text));
  return judging.join('') + [...new Set(others)].map((text) => ` ${text}`).join('');
}

// The engine's sign, if the input has none that judges the move.
const judges = (glyph) => glyph >= 1 && glyph <= 6;
const sign = (node) => (node.mark && !node.glyphs.some(judges) ? SIGNS[node.mark] : '');
const nameOf = (node) => node.move.san + glyphs(node) + sign(node);

function numberOf(node) {
  const { turn, fullmoves } = positionOf(node.parent);
  return `${fullmoves}${turn === 'w' ? '.' : '...'}`;
}

// A score of the data: centipawns, or a text such as `≥34` or `#-5`.
function readScore(value) {
  if (value === null || value === undefined) return null;
  const [, bound, isMate, figure] = /^([≥≤]?)(#?)(-?\d+)$/.exec(value);
  return { bound, mate: isMate ? Number(figure) : null, centipawns: isMate ? null : Number(figure) };
}

function scoreText(value) {
  const score = readScore(value);
  if (!score || score.mate === 0) return '';
  if (score.mate !== null) return `${score.bound}#${score.mate}`.replace('-', '−');
  return score.bound + (score.centipawns < 0 ? '−' : '+') + (Math.abs(score.centipawns) / 100).toFixed(2);
}

// `White mates in 5`, or White's chances.
function chancesText(game, ply) {
  const mate = readScore(game.scores[ply])?.mate ?? null;
  if (mate === 0) return '';
  if (mate !== null) return `mate in ${Math.abs(mate)} for ${mate > 0 ? 'White' : 'Black'}`;
  const chances = game.chances[ply];
  return chances === null ? '' : `White's chances ${(chances / 10).toFixed(0)}\u00a0%`;
}

// White's share of the gauge and of the chart, in per cent: a mate leaves the other side nothing.
function shareOf(game, ply) {
  const chances = game.chances[ply] ?? null;
  if (chances === null || readScore(game.scores[ply]).mate === null) return chances === null ? null : chances / 10;
  return chances > 500 ? 100 : 0;
}

// A comment's text without commands such as those that the board draws, and with the time of the move in words.
function commentText(comment) {
  return comment.replace(/\[%emt\s+([^\]]*)\]/g, '(time $1)').replace(/\[%\w+(\s[^\]]*)?\]/g, '')
    .replace(/\s+/g, ' ').trim();
}

// The clock after a move, without hours if there are none: `01:30` for [%clk 0:01:30].
function clockOf(node) {
  const comments = node.remarks.filter((remark) => typeof remark === 'string').join(' ');
  const clock = /\[%clk\s+([\d:.]+)\s*\]/.exec(comments)?.[1] ?? '';
  return clock.replace(/^0+:(?=\d+:)/, '');
}

const DRAWN = { G: '#15781b', R: '#a82020', Y: '#c07a00', B: '#003088' };

// Arrows and squares that a comment draws: [%cal Ga1b2,Rc3d4] and [%csl Ge4].
function drawnBy(comments) {
  const shapes = [];
  for (const [, list] of comments.join(' ').matchAll(/\[%c[as]l\s+([^\]]*)\]/g)) {
    for (const [, color, from, to] of list.matchAll(/([GRYB])([a-h][1-8])([a-h][1-8])?/g)) {
      shapes.push({ color: DRAWN[color], from: square(from), to: to ? square(to) : null });
    }
  }
  return shapes;
}

// The last move, for screen readers: `Black's knight from b8 to c6`.
function moveInWords(node) {
  const before = positionOf(node.parent);
  const { board } = positionOf(node);
  const who = before.turn === 'w' ? 'White' : 'Black';
  const { move } = node;
  if (move.from === null) return `${who} passes`;
  if (move.rook !== undefined) return `${who} castles ${move.san.startsWith('O-O-O') ? 'queenside' : 'kingside'}`;
  const name = (piece) => NAMES[piece.toLowerCase()];
  const piece = before.board[move.from];
  const isCapture = move.san.includes('x');
  const taken = isCapture ? ` takes the ${name(before.board[move.to] || 'p')} on` : ' to';
  const promoted = move.promotion ? ` and becomes a ${name(board[move.to])}` : '';
  const end = move.san.endsWith('#') ? ', checkmate' : move.san.endsWith('+') ? ', check' : '';
  return `${who}'s ${name(piece)} from ${squareName(move.from)}${taken} ${squareName(move.to)}${promoted}${end}`;
}

function boardInWords(node) {
  const { board, turn } = positionOf(node);
  const last = node.move ? ` Last move: ${moveInWords(node)}.` : '';
  return `${describePieces(board)} ${turn === 'w' ? 'White' : 'Black'} to move.${last}`;
}

// ---- tags ----

function tagOf(game, name) {
  const written = game.tags.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1] ?? '';
  const value = written.replace(/\s+/g, ' ').trim();
  return value.startsWith('?') || value === '-' ? '' : value;
}

const whiteOf = (game) => tagOf(game, 'White') || 'White';
const blackOf = (game) => tagOf(game, 'Black') || 'Black';
const playersOf = (game) => `${whiteOf(game)} – ${blackOf(game)}`;
const dateOf = (game) => tagOf(game, 'Date').replace(/\.\?\?/g, '');
const openingOf = (game) => game.opening?.name ?? tagOf(game, 'Opening');
const ecoOf = (game) => game.opening?.eco ?? tagOf(game, 'ECO');
const percent = (value) => (value === null ? '–' : `${value.toFixed(1)}\u00a0%`);
