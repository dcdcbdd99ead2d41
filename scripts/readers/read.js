// Reads games before and after annotation with chess.js, @mliebelt/pgn-parser and kokopu:
//     node read.js games.json
// Fails if a reader that reads a game does not read it, or finds other moves, after annotation.

const fs = require('fs');
const { Chess } = require('chess.js');
const parser = require('@mliebelt/pgn-parser');
const kokopu = require('kokopu');

// Each returns the moves of the main line.
const READERS = {
  'chess.js': (pgn) => {
    const game = new Chess();
    game.loadPgn(pgn);
    return game.history();
  },
  '@mliebelt/pgn-parser': (pgn) => parser.parseGame(pgn).moves.map((move) => move.notation.notation),
  kokopu: (pgn) => kokopu.pgnRead(pgn, 0).mainVariation().nodes().map((node) => node.notation()),
};

function moves(reader, pgn) {
  try {
    return reader(pgn).join(' ');
  } catch {
    return null;
  }
}

let faults = 0;
const games = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
for (const [name, reader] of Object.entries(READERS)) {
  const read = [0, 0];
  for (const [file, ...texts] of games) {
    const [before, after] = texts.map((text) => moves(reader, text));
    read[0] += before !== null;
    read[1] += after !== null;
    if (before !== null && after !== before) {
      faults += 1;
      console.log(`${name}: ${file}: ${after === null ? 'not read' : 'other moves'} after annotation`);
    }
  }
  console.log(`${name}: reads ${read[0]} of ${games.length} games before annotation, ${read[1]} after`);
}
process.exit(faults > 0 ? 1 : 0);
