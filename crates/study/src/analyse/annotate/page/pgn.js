
// ---- the annotated game as PGN, as crates/study/src/shared/review/pgn.rs writes it ----

const ROSTER = [['Event', '?'], ['Site', '?'], ['Date', '????.??.??'], ['Round', '?'], ['White', '?'], ['Black', '?'], ['Result', '*']];

function pgnTags(game) {
  const tags = game.tags.map((tag) => tag.slice());
  const known = { Annotator: engine, ECO: game.opening?.eco, Opening: game.opening?.name };
  for (const [name, value] of Object.entries(known)) {
    const tag = tags.find(([other]) => other.toLowerCase() === name.toLowerCase());
    if (value && !tag) tags.push([name, value]);
    // A placeholder.
    else if (value && /^[?\-. ]*$/.test(tag[1])) tag[1] = value;
  }
  const rest = tags.slice();
  const roster = ROSTER.map(([name, unknown]) => {
    const at = rest.findIndex(([known]) => known.toLowerCase() === name.toLowerCase());
    const value = at < 0 ? unknown : rest.splice(at, 1)[0][1];
    return [name, name === 'Result' && /^[*?\- ]*$/.test(value) ? game.result : value];
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
  // Words, and breaks between paragraphs of comments.
  const words = [];
  let prefix = '';
  let needsNumber = true;
  const word = (text) => { words.push(prefix + text); prefix = ''; };
  // The comments of a move, as one.
  const comment = (texts) => {
    if (!texts.length) return;
    needsNumber = true;
    const joined = texts.join(' ');
    const text = joined.includes('}') ? joined.replace(/{/g, '(').replace(/}/g, ')') : joined;
    let current = '{';
    text.replace(/\n\n\[/g, ' [').split('\n\n').forEach((paragraph, index) => {
      if (index) words.push('\n\n');
      const parts = paragraph.split(' ');
      while (parts.length) {
        const next = parts.shift();
        current += next;
        // Programs look for commands such as `[%eval 0.35]` as a whole.
        while (next.startsWith('[%') && !current.endsWith(']') && parts.length) current += ` ${parts.shift()}`;
        word(current);
        current = '';
      }
    });
    words[words.length - 1] += '}';
  };
  const move = (node) => {
    const { turn, fullmoves } = positionOf(node.parent);
    const number = turn === 'w' ? `${fullmoves}. ` : needsNumber ? `${fullmoves}... ` : '';
    word(number + node.move.san);
    needsNumber = false;
  };
  const line = ({ comments, nodes: moves }) => {
    needsNumber = true;
    comment(comments);
    moves.forEach((node) => {
      move(node);
      node.glyphs.forEach((glyph) => word(`$${glyph}`));
      const isText = (remark) => typeof remark === 'string';
      comment(node.remarks.filter(isText));
      node.remarks.filter((remark) => !isText(remark)).forEach(variation);
    });
  };
  const variation = (found) => {
    prefix += '(';
    line(found);
    if (prefix) word('');
    words[words.length - 1] += ')';
    needsNumber = true;
  };
  // The review's part of a move. The sentence agrees with a glyph of the input.
  const annotated = (node, at) => {
    const nag = NAGS[node.mark];
    const agrees = node.glyphs.includes(nag);
    const isJudged = !nag || node.glyphs.some(judges);
    const sentence = agrees ? node.sentence?.replace(': ', ' indeed: ') : node.sentence;
    const reason = node.kind ? `[%reason ${node.kind}]` : '';
    const texts = node.remarks.filter((remark) => typeof remark === 'string');
    const lines = node.joined
      ?? [...node.better.map((better) => betterLine(better, node.better.length > 1)),
        ...node.remarks.filter((remark) => typeof remark !== 'string')];
    return {
      ...node,
      glyphs: isJudged ? node.glyphs : [...node.glyphs, nag],
      remarks: [...texts, evalCommand(game.scores[at + 1]), reason, sentence ?? ''].filter((text) => text).concat(lines),
    };
  };

  line({ comments: main.comments, nodes: main.nodes.map(annotated) });
  word(game.result);

  let text = '';
  let column = 0;
  for (const each of words) {
    if (each === '\n\n') { text += each; column = 0; continue; }
    const length = [...each].length;
    if (length === 0) continue;
    if (column > 0 && column + 1 + length > 79) { text += '\n'; column = 0; }
    else if (column > 0) { text += ' '; column += 1; }
    text += each;
    column += length;
  }
  return `${pgnTags(game)}\n${text}\n\n`;
}
