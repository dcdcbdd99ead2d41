
// ---- what is shown ----

let shown = null;
let here = null;
let turned = false;
let hasArrow = true;

function arrows() {
  const comments = here.remarks.filter((remark) => typeof remark === 'string');
  const shapes = drawnBy(comments).map((shape) => {
    if (shape.to !== null) return drawArrow(shape.from, shape.to, shape.color, turned);
    const [x, y] = corner(shape.from, turned);
    return `<circle class="ring" stroke="${shape.color}" cx="${x + 22.5}" cy="${y + 22.5}" r="20"/>`;
  });
  // In the engine's line the next move is the best one; nothing is known of other lines.
  const next = here.line.kind === 'engine' ? following(here)?.move : isMain(here) ? shown.best[here.number] : null;
  if (hasArrow && next && next.from !== null) shapes.push(drawArrow(next.from, next.to, '', turned).replace('class="arrow"', 'class="arrow best"'));
  return shapes.join('');
}

function showBoard() {
  const { move } = here;
  const marked = move && move.from !== null ? [move.from, move.to] : [];
  $('board').innerHTML = drawBoard(positionOf(here).board, marked, turned) + arrows();
  $('board').setAttribute('aria-label', boardInWords(here));
  $('gauge').className = turned ? 'turned' : '';
  $('gauge').firstElementChild.style.height = `${shareOf(shown.game, mainNode(here).number) ?? 50}%`;
}

// ---- the note: the move of the main line, its mark and its comments ----

function showNote() {
  const { game } = shown;
  const node = mainNode(here);
  const ply = node.number;
  const known = [];
  const score = scoreText(game.scores[ply]);
  if (score) known.push(`<b>${score}</b>`);
  const chances = chancesText(game, ply);
  if (chances) known.push(escapeText(chances));
  if (game.depths[ply]) known.push(`depth ${game.depths[ply]}`);
  if (ply === game.plies && game.ending) known.push(escapeText(game.ending));
  const name = node.move
    ? `<span class="${node.mark ?? ''}">${numberOf(node)}${escapeText(nameOf(node))}</span>` : 'Start';
  const parts = [`<p>${name} &nbsp; ${known.join(', ')}</p>`];
  if (node.sentence) parts.push(`<p>${escapeText(node.sentence)}</p>`);
  for (const remark of node.remarks) if (typeof remark === 'string') parts.push(commentHtml(remark, 'p'));
  $('note').innerHTML = parts.join('');
}
