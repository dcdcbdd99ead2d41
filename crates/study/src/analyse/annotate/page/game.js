const { games, engine, skipped, report } = data;

// ---- positions ----

// A position: its pieces by square, and the other fields of a FEN.
function readFen(fen) {
  const [, turn, castling, passant, halfmoves, fullmoves] = fen.split(' ');
  return { board: placement(fen), turn, castling, passant, halfmoves: Number(halfmoves), fullmoves: Number(fullmoves) };
}

function writeFen({ board, turn, castling, passant, halfmoves, fullmoves }) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    const row = board.slice(rank * 8, rank * 8 + 8).map((piece) => piece || '1').join('');
    rows.push(row.replace(/1+/g, (empty) => empty.length));
  }
  return [rows.join('/'), turn, castling, passant, halfmoves, fullmoves].join(' ');
}

// A move from a word such as `g1Nf3`, `e1h1O-O|kq`, `e2e4||e3` or `--`, see ../page_data.rs.
function readMove(word) {
  const [text, castling, passant] = word.split('|');
  const rights = { castling: castling || null, passant: passant || '-' };
  if (text === '--') return { san: text, from: null, ...rights };
  const from = square(text);
  if (text.includes('O-O')) {
    const [rook, san] = [square(text.slice(2)), text.slice(4)];
    const rank = from - (from % 8);
    const isShort = !san.startsWith('O-O-O');
    return { san, from, rook, to: rank + (isShort ? 6 : 2), rookTo: rank + (isShort ? 5 : 3), ...rights };
  }
  const san = text.slice(2);
  const [, to, promotion] = /([a-h][1-8])(?:=([QRBN]))?[+#]?$/.exec(san);
  return { san, from, to: square(to), promotion, ...rights };
}

// The position after a move, with what the move takes and moves.
function playMove(before, move) {
  const board = before.board.slice();
  const isWhite = before.turn === 'w';
  let isReset = false;
  if (move.from !== null) {
    const piece = board[move.from];
    board[move.from] = '';
    if (move.rook !== undefined) {
      const rook = board[move.rook];
      board[move.rook] = '';
      [board[move.to], board[move.rookTo]] = [piece, rook];
    } else {
      const isPawn = piece.toLowerCase() === 'p';
      isReset = isPawn || board[move.to] !== '';
      const taken = move.from - (move.from % 8) + (move.to % 8);
      if (isPawn && move.from % 8 !== move.to % 8 && !board[move.to]) board[taken] = '';
      const promoted = isWhite ? move.promotion : move.promotion?.toLowerCase();
      board[move.to] = promoted ?? piece;
    }
  }
  return {
    board,
    turn: isWhite ? 'b' : 'w',
    castling: move.castling ?? before.castling,
    passant: move.passant,
    halfmoves: isReset ? 0 : before.halfmoves + 1,
    fullmoves: before.fullmoves + (isWhite ? 0 : 1),
  };
}

// ---- the tree of a game ----

// A game is a tree of nodes: the start, then one after each move. Lines are the main line, those of the
// input and the engine's better lines. A node's `number` is its index in `nodes`; nodes of the main
// line have their ply. Trees are built when a game is opened.
function openGame(game) {
  const nodes = [];
  const add = (node) => { node.number = nodes.push(node) - 1; return node; };
  const root = add({ parent: null, glyphs: [], remarks: [], better: [], position: readFen(game.fen) });

  function addLine(items, start, kind, owner) {
    const line = { kind, start, owner, comments: [], nodes: [] };
    let last = null;
    for (const item of items) {
      if (typeof item === 'string') {
        for (const word of item.split(' ')) {
          const move = readMove(word);
          const parent = last ?? start;
          last = { parent, line, at: line.nodes.length, word, move, glyphs: [], remarks: [], better: [] };
          line.nodes.push(last);
          if (kind === 'main') add(last);
          else rest.push(last);
        }
      } else if (typeof item === 'number') last.glyphs.push(item);
      else if (Array.isArray(item)) lines.push([item, last]);
      else (last ? last.remarks : line.comments).push(item.comment);
      // A variation keeps its place among the comments.
      if (Array.isArray(item)) last.remarks.push(item);
    }
    return line;
  }

  const lines = [];
  const rest = [];
  const main = addLine(game.line, root, 'main', null);
  root.line = main;
  root.at = -1;
  root.remarks = main.comments;
  for (const [ply, mark, sentence, better, kind, joined] of game.marked) {
    const node = nodes[ply];
    Object.assign(node, { mark, sentence, kind });
    node.better = better.map(([score, words]) => Object.assign(addLine([words], node.parent, 'engine', node), { score }));
    // The variations of the PGN, if a better line has joined one of the input.
    if (joined) node.joined = joined.map((items) => addLine(items, node.parent, 'joined', node));
  }
  // The list grows by the variations of variations.
  for (const [items, owner] of lines) {
    const line = addLine(items, owner.parent, 'input', owner);
    owner.remarks[owner.remarks.indexOf(items)] = line;
  }
  rest.forEach(add);
  const best = game.best.split(' ').map((word, ply) => {
    if (word === '-') return null;
    return word === '=' ? nodes[ply + 1].move : readMove(word);
  });
  return { game, nodes, main, best };
}

function positionOf(node) {
  const missing = [];
  let at = node;
  for (; !at.position; at = at.parent) missing.push(at);
  let { position } = at;
  while (missing.length) {
    const next = missing.pop();
    position = playMove(position, next.move);
    next.position = position;
  }
  return position;
}

const isMain = (node) => node.line.kind === 'main';
const following = (node) => node.line.nodes[node.at + 1] ?? null;

// Back from the first move of a variation is where the variation is shown: at the move that it replaces.
function preceding(node) {
  if (node.at > 0) return node.line.nodes[node.at - 1];
  return isMain(node) ? node.parent : node.line.owner;
}

// The node of the main line that a variation belongs to.
function mainNode(node) {
  let at = node;
  while (!isMain(at)) at = at.line.owner;
  return at;
}
