
// ---- the chart of White's chances ----

const chartSize = () => [Math.max(200, $('chart').clientWidth), Math.max(60, $('chart').clientHeight)];
const chartX = (ply) => (shown.game.plies ? (ply / shown.game.plies) * chartSize()[0] : 0);

function showChart() {
  const { game, nodes } = shown;
  const [width, height] = chartSize();
  const y = (ply) => (height - (shareOf(game, ply) / 100) * height).toFixed(1);
  const known = [];
  for (let ply = 0; ply <= game.plies; ply++) {
    if (shareOf(game, ply) !== null) known.push([((ply / (game.plies || 1)) * width).toFixed(1), y(ply)]);
  }
  const parts = [];
  if (known.length) {
    const line = known.map((point) => point.join(' ')).join('L');
    parts.push(`<path class="white" d="M${known[0][0]} ${height}L${line}L${known[known.length - 1][0]} ${height}z"/>`);
  }
  parts.push(`<line class="middle" x1="0" x2="${width}" y1="${height / 2}" y2="${height / 2}"/>`);
  parts.push(`<line class="here" y1="0" y2="${height}"/>`);
  for (const [ply, mark, sentence] of game.marked) {
    const node = nodes[ply];
    parts.push(`<circle class="${mark}" cx="${chartX(ply).toFixed(1)}" cy="${y(ply)}" r="4">`
      + `<title>${numberOf(node)}${escapeText(`${nameOf(node)} ${sentence ?? ''}`)}</title></circle>`);
  }
  $('chart').setAttribute('viewBox', `0 0 ${width} ${height}`);
  $('chart').innerHTML = parts.join('');
  markChart();
}

function markChart() {
  const x = chartX(mainNode(here).number).toFixed(1);
  const line = $('chart').querySelector('.here');
  line.setAttribute('x1', x);
  line.setAttribute('x2', x);
}
