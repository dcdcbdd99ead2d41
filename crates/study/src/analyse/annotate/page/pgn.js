
// ---- the annotated game as PGN, as crates/study/src/shared/review/pgn.rs writes it ----

const ROSTER = [['Event', '?'], ['Site', '?'], ['Date', '????.??.??'], ['Round', '?'], ['White', '?'], ['Black', '?'], ['Result', '*']];

function pgnTags(game) {
  const tags = game.tags.slice();
  const has = (name) => tags.some(([known]) => known.toLowerCase() === name.toLowerCase());
  const known = { Annotator: engine, ECO: game.opening?.eco, Opening: game.opening?.name };
  for (const [name, value] of Object.entries(known)) if (value && !has(name)) tags.push([name, value]);
  const rest = tags.slice();
  const roster = ROSTER.map(([name, unknown]) => {
    const at = rest.findIndex(([known]) => known.toLowerCase() === name.toLowerCase());
    const value = at < 0 ? (name === 'Result' ? game.result : unknown) : rest.splice(at, 1)[0][1];
    return [name, value];
  });
  const escape = (value) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"');
  return roster.concat(rest).map(([name, value]) => `[${name} "${escape(value)}"]\n`).join('');
}

function evalCommand(value) {
  const score = readScore(value);
  if (!score || score.mate === 0) return '';
  return `[%eval ${score.mate !== null ? `#${score.mate}` : (score.centipawns / 100).toFixed(2)}]`;
}

// The first moves of a better line; one of several has its score after its first move.
function betterLine({ nodes, score }, isListed) {
  const moves = nodes.slice(0, 10);
  if (isListed) moves[0] = { ...moves[0], remarks: [evalCommand(score)] };
  return { comments: [], nodes: moves };
}

function pgnOf({ game, nodes, main }) {
  // Words; a line break ends a `;` comment.
  const words = [];
  let prefix = '';
  let needsNumber = true;
  const word = (text) => { words.push(prefix + text); prefix = ''; };
  const comment = (text) => {
    needsNumber = true;
    if (text.includes('}')) { word(`; ${text}`); words.push('\n'); return; }
    const parts = text.split(' ');
    let current = '{';
    while (parts.length) {
      const next = parts.shift();
      current += next;
      // Programs look for commands such as `[%eval 0.35]` as a whole.
      while (next.startsWith('[%') && !current.endsWith(']') && parts.length) current += ` ${parts.shift()}`;
      if (parts.length) { word(current); current = ''; }
    }
    word(`${current}}`);
  };
  const move = (node) => {
    const { turn, fullmoves } = positionOf(node.parent);
    const number = turn === 'w' ? `${fullmoves}. ` : needsNumber ? `${fullmoves}... ` : '';
    word(number + node.move.san);
    needsNumber = false;
  };
  const line = ({ comments, nodes: moves }) => {
    needsNumber = true;
    comments.forEach(comment);
    moves.forEach((node) => {
      move(node);
      node.glyphs.forEach((glyph) => word(`$${glyph}`));
      remarks(node);
    });
  };
  const variation = (found) => {
    prefix += '(';
    line(found);
    if (prefix || words[words.length - 1] === '\n') word('');
    words[words.length - 1] += ')';
    needsNumber = true;
  };
  const remarks = (node) =>
    node.remarks.forEach((remark) => (typeof remark === 'string' ? comment(remark) : variation(remark)));

  main.comments.forEach(comment);
  main.nodes.forEach((node, at) => {
    move(node);
    node.glyphs.forEach((glyph) => word(`$${glyph}`));
    if (node.judgement && !node.glyphs.includes(NAGS[node.judgement])) word(`$${NAGS[node.judgement]}`);
    const found = [evalCommand(game.scores[at + 1]), node.sentence ?? ''].filter((text) => text);
    if (found.length) comment(found.join(' '));
    node.better.forEach((better) => variation(betterLine(better, node.better.length > 1)));
    remarks(node);
  });
  word(game.result);

  let text = '';
  let column = 0;
  for (const each of words) {
    if (each === '\n') { text += '\n'; column = 0; continue; }
    const length = [...each].length;
    if (length === 0) continue;
    if (column > 0 && column + 1 + length > 79) { text += '\n'; column = 0; }
    else if (column > 0) { text += ' '; column += 1; }
    text += each;
    column += length;
  }
  return `${pgnTags(game)}\n${text}\n\n`;
}
