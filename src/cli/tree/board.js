'use strict';
// ---- the board of a node, in a tree of chess positions ----

const GLYPHS = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };
// Otherwise some systems draw the pawn as an emoji.
const AS_TEXT = '\ufe0e';

// The pieces by square: those at the root, and what changed on the way.
function piecesAt(node) {
  const pieces = new Map();
  chess.pieces.split('/').forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set('abcdefgh'[file++] + (8 - row), letter);
    }
  });
  for (const { changes } of path(node)) {
    for (const change of changes) {
      if (change.length > 2) pieces.set(change.slice(0, 2), change[2]);
      else pieces.delete(change);
    }
  }
  return pieces;
}

function drawBoard(node) {
  const pieces = piecesAt(node);
  const changed = new Set(node.changes.map((change) => change.slice(0, 2)));
  const parts = [];
  for (let row = 0; row < 8; row++) {
    for (let file = 0; file < 8; file++) {
      const name = 'abcdefgh'[file] + (8 - row);
      const colour = (row + file) % 2 ? 'dark' : 'light';
      parts.push(`<rect class="${colour}${changed.has(name) ? ' moved' : ''}" x="${file * 10}" y="${row * 10}" width="10" height="10"/>`);
      const piece = pieces.get(name);
      if (piece) {
        const side = piece === piece.toUpperCase() ? 'white' : 'black';
        parts.push(`<text class="${side}" x="${file * 10 + 5}" y="${row * 10 + 8.3}">${GLYPHS[piece.toLowerCase()]}${AS_TEXT}</text>`);
      }
    }
  }
  for (let i = 0; i < 8; i++) {
    parts.push(`<text class="name" x="${i * 10 + 5}" y="83.4">${'abcdefgh'[i]}</text>`);
    parts.push(`<text class="name" x="-2" y="${i * 10 + 6.2}">${8 - i}</text>`);
  }
  return `<svg viewBox="-4 0 84 85" role="img" aria-label="The board">${parts.join('')}</svg>`;
}

// The moves that lead to a node, with their numbers.
function line(node) {
  let number = chess.number;
  let white = max === 'White';
  const words = path(node).slice(1).map(({ label }, index) => {
    const word = white ? `${number}.${label}` : index === 0 ? `${number}...${label}` : label;
    if (!white) number += 1;
    white = !white;
    return word;
  });
  return words.join(' ');
}

// The node's board, the line that leads to it, and what the search knows of it at this step.
function showBoard(node) {
  if (!chess) return;
  $('board').innerHTML = drawBoard(node);
  const facts = [`${player(node)} to move.`];
  if (windows && node.entered <= step) {
    const { alpha, beta } = node.left <= step ? { alpha: low(node), beta: high(node) } : windowAt(node, step);
    facts.push(`Window (${score(alpha)}, ${score(beta)}).`);
  }
  if (node.left <= step) {
    // A value outside of the window is a bound, and only one inside is exact.
    const bound = { cut: isMax(node) ? 'at least ' : 'at most ', all: isMax(node) ? 'at most ' : 'at least ', pv: '' };
    const type = { pv: 'a PV node', cut: 'a cut node', all: 'an all node' }[node.found];
    facts.push(`Value ${bound[node.found]}${score(node.value)}, ${type}.`);
  } else if (node.entered > step) {
    facts.push('Not reached yet.');
  }
  const moves = line(node) || 'The position to search';
  $('caption').innerHTML = `<p><b>${escapeText(moves)}</b></p><p>${escapeText(facts.join(' '))}</p>`;
}
