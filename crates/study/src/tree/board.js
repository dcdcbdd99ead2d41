// ---- board of a node in a chess tree ----

// Returns the pieces by square: those of the root with the changes on the path.
function piecesAt(node) {
  const board = placement(chess.pieces);
  for (const { changes } of path(node)) {
    for (const change of changes) board[square(change)] = change[2] ?? '';
  }
  return board;
}

// Returns the moves from the root to a node, with move numbers.
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

// Shows the board of a node, its line, and its window and value at this step.
function showBoard(node) {
  if (!chess) return;
  const board = piecesAt(node);
  $('board').innerHTML = drawBoard(board, node.changes.map(square), false);
  const last = node.parent ? ` Last move: ${node.label}.` : '';
  $('board').setAttribute('aria-label', `${describePieces(board)} ${player(node)} to move.${last}`);
  const facts = [`${player(node)} to move.`];
  if (windows && node.entered <= step) {
    const { alpha, beta } = node.left <= step ? { alpha: low(node), beta: high(node) } : windowAt(node, step);
    facts.push(`Window (${score(alpha)}, ${score(beta)}).`);
  }
  if (node.left <= step) {
    // A value outside the window is a bound; inside it, and at a leaf, it is exact.
    const bound = { leaf: '', cut: isMax(node) ? 'at least ' : 'at most ', all: isMax(node) ? 'at most ' : 'at least ', pv: '' };
    const type = { leaf: 'a leaf', pv: 'a PV node', cut: 'a cut node', all: 'an all node' }[kind(node)];
    facts.push(`Value ${bound[kind(node)]}${score(node.value)}, ${type}.`);
  } else if (node.entered > step) {
    facts.push('Not reached yet.');
  }
  const moves = line(node) || 'The position to search';
  $('caption').innerHTML = `<p><b>${escapeText(moves)}</b></p><p>${escapeText(facts.join(' '))}</p>`;
}
