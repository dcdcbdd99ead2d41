// ---- the board of a node, in a tree of chess positions ----

// The pieces by square: those at the root, and what changed on the way.
function piecesAt(node) {
  const board = placement(chess.pieces);
  for (const { changes } of path(node)) {
    for (const change of changes) board[square(change)] = change[2] ?? '';
  }
  return board;
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
  $('board').innerHTML = drawBoard(piecesAt(node), node.changes.map(square), false);
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
