// Piece shapes on a square of 45 units: the body, and the lines on top of it.
const PIECES = {
  p: ['M22.5 9a5.5 5.5 0 0 1 3.6 9.6c3 1.7 4.6 5 4.6 8.4 0 1.6-.4 3-1 4.2h3.3l2 7.3h-25l2-7.3h3.3a9 9 0 0 1-1-4.2c0-3.4 1.6-6.7 4.6-8.4A5.5 5.5 0 0 1 22.5 9z', ''],
  n: ['M13 38.5h22c0-12 0-19-4-24-2.5-3-6-4.5-9-4.5l-2-4-2.500 5c-4 3-6 7-9 12-1 2 0 4 2 5 2 .8 3.500 0 5-1.500 2-1.500 4-1.500 6-2-1 5-7 6.500-8.500 14z', 'M17.500 17.500h1M11.500 25l.5-.5'],
  b: ['M22.5 6a3 3 0 0 1 2.2 5c4.5 3 7.3 7.5 7.3 12 0 3.2-1.500 6-4 8l1 3h5v4.500H11V34h5l1-3c-2.500-2-4-4.800-4-8 0-4.500 2.800-9 7.300-12a3 3 0 0 1 2.200-5z', 'M22.5 16v9M18.500 20h8M17 31h11'],
  r: ['M11 38.5h23V35l-3-3V18l3-3V8h-5v3h-4V8h-5v3h-4V8h-5v7l3 3v14l-3 3z', 'M14 18h17M14 32h17'],
  q: ['M9 38.500V35l2-3L8 14l6.500 9L16 10l5 12 1.500-13L24 22l5-12 1.500 13L37 14l-3 18 2 3v3.500z', 'M11 32h23'],
  k: ['M21 5h3v3h3v3h-3v4c5-3 13-1.500 13 6 0 5-3 8-5 11l2 3v3.500H11V35l2-3c-2-3-5-6-5-11 0-7.500 8-9 13-6v-4h-3V8h3z', 'M13 32h19M22.500 15v10'],
};

// Parses the first field of a FEN: pieces by square, a1 first.
function placement(fen) {
  const board = Array(64).fill('');
  fen.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= '1' && letter <= '8') file += Number(letter);
      else board[(7 - index) * 8 + file++] = letter;
    }
  });
  return board;
}

const square = (name) => (name.charCodeAt(1) - 49) * 8 + name.charCodeAt(0) - 97;

const squareName = (index) => 'abcdefgh'[index % 8] + (Math.floor(index / 8) + 1);

// The left upper corner of a square of 45 units.
function corner(index, turned) {
  const [file, rank] = [index % 8, Math.floor(index / 8)];
  return [45 * (turned ? 7 - file : file), 45 * (turned ? rank : 7 - rank)];
}

// Returns the content of an SVG element of 360 units: the board with its pieces and marked squares.
function drawBoard(board, marked, turned) {
  const parts = [];
  for (let index = 0; index < 64; index++) {
    const [file, rank] = [index % 8, Math.floor(index / 8)];
    const [x, y] = corner(index, turned);
    const rect = (name) => `<rect class="${name}" x="${x}" y="${y}" width="45" height="45"/>`;
    parts.push(rect((file + rank) % 2 ? 'light' : 'dark'));
    if (marked.includes(index)) parts.push(rect('marked'));
    if (x === 0) parts.push(`<text x="2" y="${y + 10}">${rank + 1}</text>`);
    if (y === 315) parts.push(`<text x="${x + 38}" y="357">${'abcdefgh'[file]}</text>`);
    const piece = board[index];
    if (piece) {
      const [body, detail] = PIECES[piece.toLowerCase()];
      const color = piece === piece.toUpperCase() ? 'white' : 'black';
      parts.push(`<g class="${color}" transform="translate(${x} ${y})"><path d="${body}"/>`
        + `<path class="detail" d="${detail}"/></g>`);
    }
  }
  return parts.join('');
}

// An arrow from square to square, for the end of the board's SVG.
function drawArrow(from, to, color, turned) {
  const [[x1, y1], [x2, y2]] = [corner(from, turned), corner(to, turned)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const tip = length - 4;
  const shape = `M12 -3.5H${tip - 15}V-9.500L${tip} 0L${tip - 15} 9.500V3.500H12z`;
  return `<path class="arrow" fill="${color}" d="${shape}"`
    + ` transform="translate(${x1 + 22.5} ${y1 + 22.5}) rotate(${angle.toFixed(2)})"/>`;
}

// ---- the board in words, for screen readers ----

const NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const listed = (words) =>
  (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`);

// `White: king on e1, queen on d1, rooks on a1 and h1.` and the same of Black.
function describePieces(board) {
  const side = (name, isOwn) => {
    const groups = Object.entries(NAMES).map(([letter, word]) => {
      const squares = board.flatMap((piece, index) =>
        (piece.toLowerCase() === letter && isOwn(piece) ? [squareName(index)] : []));
      return squares.length ? `${word}${squares.length > 1 ? 's' : ''} on ${listed(squares)}` : '';
    });
    return `${name}: ${groups.filter((text) => text).join('; ') || 'no pieces'}.`;
  };
  return `${side('White', (piece) => piece === piece.toUpperCase())} ${side('Black', (piece) => piece !== piece.toUpperCase())}`;
}
