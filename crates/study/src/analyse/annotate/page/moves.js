
// ---- the moves of the game, the figures of both sides and the turning points ----

function showMoves() {
  const { game, nodes } = shown;
  const cells = [];
  for (const node of nodes.slice(1, game.plies + 1)) {
    const { turn, fullmoves } = positionOf(node.parent);
    if (turn === 'w' || node.number === 1) {
      cells.push(`<span>${fullmoves}</span>`);
      if (turn === 'b') cells.push('<i>…</i>');
    }
    const more = node.remarks.length ? '<small title="comments or variations"> ✎</small>' : '';
    cells.push(`<button data-node="${node.number}"><span><span class="${node.judgement ?? ''}">`
      + `${escapeText(nameOf(node))}</span>${more}</span><small>${scoreText(game.scores[node.number])}</small></button>`);
  }
  $('moves').innerHTML = cells.join('');
  $('moves').hidden = !cells.length;
}

function markMove() {
  const list = $('moves');
  const old = list.querySelector('.here');
  old?.classList.remove('here');
  old?.removeAttribute('aria-current');
  const button = list.querySelector(`[data-node="${mainNode(here).number}"]`);
  if (!button) { list.scrollTop = 0; return; }
  button.classList.add('here');
  button.setAttribute('aria-current', 'true');
  // Only the list scrolls: the page stands still while one steps.
  const [top, height] = [button.offsetTop, list.clientHeight];
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + height) {
    list.scrollTop = top - height / 2;
  }
}

function showFigures() {
  const { game, nodes } = shown;
  const row = (name, [accuracy, loss, counts]) => `<tr><td>${name}</td><td>${percent(accuracy)}</td>`
    + `<td>${loss === null ? '–' : loss.toFixed(0)}</td>${counts.map((count) => `<td>${count}</td>`).join('')}</tr>`;
  $('sides').innerHTML = '<tr><th></th><th>accuracy</th><th>average loss</th><th>?!</th><th>?</th><th>??</th></tr>'
    + row('White', game.white) + row('Black', game.black);
  const points = game.turning_points.map((ply) => nodes[ply]);
  $('points').innerHTML = points.length ? `<h2>Turning points</h2><ul>${points.map((node) =>
    `<li><button data-node="${node.number}">${numberOf(node)}${escapeText(nameOf(node))}</button> `
    + `${escapeText(node.sentence ?? '')}</li>`).join('')}</ul>` : '';
}
