// ---- the moves of the game with all lines, the figures of both sides and the turning points ----

// Lines within lines are indented up to this depth, and stand in brackets beyond it.
const MAX_INDENT = 3;

const moveButton = (node, prefix = '') => `<button data-node="${node.number}">${prefix}${escapeText(nameOf(node))}</button>`;

const commentHtml = (comment, tag) => {
  const text = commentText(comment);
  return text ? `<${tag}><i>${escapeText(text)}</i></${tag}>` : '';
};

// The moves of a line with their numbers and comments. A line within it follows the move that it replaces.
function lineHtml(line, depth) {
  const parts = line.comments.map((comment) => commentHtml(comment, 'span'));
  let needsNumber = true;
  for (const node of line.nodes) {
    const isWhite = positionOf(node.parent).turn === 'w';
    parts.push(moveButton(node, isWhite || needsNumber ? numberOf(node) : ''));
    needsNumber = node.remarks.length > 0;
    for (const remark of node.remarks) {
      if (typeof remark === 'string') parts.push(commentHtml(remark, 'span'));
      else if (depth < MAX_INDENT) parts.push(`<div class="line">${lineHtml(remark, depth + 1)}</div>`);
      else parts.push(`(${lineHtml(remark, depth + 1)})`);
    }
  }
  return parts.filter((part) => part).join(' ');
}

// What stands below a move of the main line: its mark, the better lines, comments and variations.
function belowHtml(node) {
  const parts = [];
  if (node.sentence) parts.push(`<p class="${node.mark}">${escapeText(node.sentence)}</p>`);
  for (const line of node.better) {
    const score = node.better.length > 1 ? `<b>${scoreText(line.score)}</b> ` : '';
    parts.push(`<div class="line">Better: ${score}${lineHtml(line, 1)}</div>`);
  }
  for (const remark of node.remarks) {
    parts.push(typeof remark === 'string' ? commentHtml(remark, 'p') : `<div class="line">${lineHtml(remark, 1)}</div>`);
  }
  return parts.join('');
}

function showMoves() {
  const { game, nodes, main } = shown;
  const cells = [];
  const below = (html) => { if (html) cells.push(`<div class="below">${html}</div>`); };
  below(main.comments.map((comment) => commentHtml(comment, 'p')).join(''));
  let isInterrupted = true;
  for (const node of nodes.slice(1, game.plies + 1)) {
    const { turn, fullmoves } = positionOf(node.parent);
    if (turn === 'w' || isInterrupted) {
      cells.push(`<span>${fullmoves}</span>`);
      if (turn === 'b') cells.push('<em>…</em>');
    }
    const clock = clockOf(node);
    cells.push(`<button data-node="${node.number}"><span class="${node.mark ?? ''}">${escapeText(nameOf(node))}</span>`
      + `<small>${scoreText(game.scores[node.number])}</small>${clock ? `<time>${clock}</time>` : ''}</button>`);
    const html = belowHtml(node);
    isInterrupted = html !== '';
    if (isInterrupted && turn === 'w' && node.number < game.plies) cells.push('<em>…</em>');
    below(html);
  }
  $('moves').innerHTML = cells.join('');
  $('moves').hidden = !cells.length;
  $('moves').classList.toggle('clocks', Boolean($('moves').querySelector('time')));
}

function markMove() {
  const list = $('moves');
  const old = list.querySelector('.here');
  old?.classList.remove('here');
  old?.removeAttribute('aria-current');
  const button = list.querySelector(`[data-node="${here.number}"]`);
  if (!button) { list.scrollTop = 0; return; }
  button.classList.add('here');
  button.setAttribute('aria-current', 'true');
  // Only the list scrolls: the page stands still while one steps.
  const [top, height] = [button.offsetTop, list.clientHeight];
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + height) {
    list.scrollTop = top - height / 3;
  }
}

function showFigures() {
  const { game, nodes } = shown;
  const row = (name, [accuracy, loss, counts]) => `<tr><td>${name}</td><td>${percent(accuracy)}</td>`
    + `<td>${loss === null ? '–' : loss.toFixed(0)}</td>${counts.map((count) => `<td>${count}</td>`).join('')}</tr>`;
  $('sides').innerHTML = '<tr><th></th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th><th>??</th></tr>'
    + row('White', game.white) + row('Black', game.black);
  const list = (title, found) => (found.length ? `<h2>${title}</h2><ul>${found.map((node) =>
    `<li><button data-node="${node.number}">${numberOf(node)}${escapeText(nameOf(node))}</button> `
    + `${escapeText(node.sentence ?? '')}</li>`).join('')}</ul>` : '');
  $('points').innerHTML = list('Turning points', game.turning_points.map((ply) => nodes[ply]))
    + list('Best moves', nodes.filter((node) => PRAISE.includes(node.mark)));
}
