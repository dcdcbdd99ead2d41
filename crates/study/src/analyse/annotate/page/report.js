
// ---- the report on a player's games ----

const number = (value) => value.toLocaleString('en');
const oneDecimal = (value) => value.toLocaleString('en', { maximumFractionDigits: 1 });
const lossText = (value) => (value === null ? '–' : Math.round(value).toLocaleString('en'));
const JUDGED = [['?!', 'inaccuracies'], ['?', 'mistakes'], ['??', 'blunders']];
const judgedCells = (group) => JUDGED.map(([, field]) => number(group[field]));
const moveCells = (group) =>
  [number(group.moves), percent(group.accuracy), lossText(group.average_centipawn_loss), ...judgedCells(group)];
// A number of games, which opens the table of these games.
function gamesCell(value, numbers) {
  const shownNumbers = (numbers ?? []).filter((each) => games.some((game) => game.number === each));
  return shownNumbers.length ? `<button data-report-games="${shownNumbers.join(' ')}">${number(value)}</button>` : number(value);
}
const allNumbers = ({ numbers: { won, drawn, lost, unfinished } }) => [...won, ...drawn, ...lost, ...unfinished];
const gameCells = (group) => [gamesCell(group.games, allNumbers(group)), oneDecimal(group.points), ...moveCells(group)];
const MOVES = ['moves', 'accuracy', 'average loss', ...JUDGED.map(([sign]) => sign)];
const GAMES = ['games', 'points', ...MOVES];

// A table: its rows are a label, which may be HTML, and cells.
function reportTable(title, names, rows) {
  if (!rows.length) return '';
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(([label, cells]) =>
    `<tr><th scope="row">${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<h3>${title}</h3><div class="wide"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function timeText({ from_seconds: from, to_seconds: to }) {
  if (to === null) return `${from / 60} minutes or more`;
  if (from === 0) return `less than ${to} seconds`;
  return from % 60 || to % 60 ? `${from} to ${to} seconds` : `${from / 60} to ${to / 60} minutes`;
}

function worstText({ game, ply, move }) {
  const isShown = games.some((known) => known.number === game);
  const text = `game ${number(game)}, ${escapeText(move)}`;
  return isShown ? `<button data-report-game="${game}" data-ply="${ply}">${text}</button>` : text;
}

const ofSide = (side) => (side === 'white' ? 'White' : 'Black');
const resultCells = (results) => [gamesCell(results.games, allNumbers(results)),
  ...['won', 'drawn', 'lost'].map((result) => gamesCell(results[result], results.numbers[result]))];

function showReport() {
  if (!report) return;
  const { total } = report;
  const colours = report.colours.filter((colour) => colour.games);
  const finished = total.won + total.drawn + total.lost;
  $('report').hidden = false;
  $('to-report').hidden = false;
  $('to-report').textContent = `report on ${report.player}`;
  $('report-title').textContent = `Report on ${report.player}`;
  const names = report.names.length > 1 ? ` Names: ${report.names.slice(0, 5).join('; ')}${report.names.length > 5 ? ' …' : ''}.` : '';
  $('report-about').textContent = `${number(total.games)} ${total.games === 1 ? 'game' : 'games'}: ${total.won} won, ${total.drawn} drawn, `
    + `${total.lost} lost; ${oneDecimal(total.points)} of ${number(finished)} points.${names}`;
  const openings = (side) => report.openings.filter((opening) => opening.side === side)
    .map((opening) => [opening.name ? `${opening.eco} ${escapeText(opening.name)}` : 'no name', gameCells(opening)]);
  $('report-tables').innerHTML = [
    // With one colour, the sum repeats it.
    reportTable('By colour', GAMES, [...colours.map((colour) => [ofSide(colour.side), gameCells(colour)]),
      ...(colours.length === 1 ? [] : [['all', gameCells(total)]])]),
    reportTable('By phase', GAMES, report.phases.filter((phase) => phase.moves).map((phase) => [phase.phase, gameCells(phase)])),
    reportTable('By time left', MOVES, report.time_left.map((group) =>
      [timeText(group), [gamesCell(group.moves, group.numbers), ...moveCells(group).slice(1)]])),
    reportTable('Kinds of mistakes', ['number', ...JUDGED.map(([sign]) => sign), 'points lost', 'worst'], report.mistakes.map((mistake) =>
      [mistake.name, [gamesCell(mistake.inaccuracies + mistake.mistakes + mistake.blunders, mistake.numbers), ...judgedCells(mistake), mistake.points_lost.toFixed(1), worstText(mistake.worst)]])),
    reportTable('Points', ['games', 'expected', 'scored'], report.expectations.filter((point) => point.games).map((point) =>
      [`at the start of the ${point.at_start_of}`, [gamesCell(point.games, point.numbers), oneDecimal(point.expected), oneDecimal(point.scored)]])),
    reportTable('Games', ['games', 'won', 'drawn', 'lost'],
      [['had a won position', report.won_positions], ['had a lost position', report.lost_positions]]
        .filter(([, results]) => results.games).map(([label, results]) => [label, resultCells(results)])),
    reportTable('Openings as White', GAMES, openings('white')),
    reportTable('Openings as Black', GAMES, openings('black')),
  ].join('');
}

$('to-report').onclick = () => { $('report').scrollIntoView(); $('report-title').focus({ preventScroll: true }); };
$('report').onclick = (event) => {
  const list = event.target.closest('[data-report-games]');
  if (list) return openGames(new Set(list.dataset.reportGames.split(' ').map(Number)));
  const button = event.target.closest('[data-report-game]');
  if (!button) return;
  chooseGame(games.find((game) => game.number === Number(button.dataset.reportGame)));
  go(shown.nodes[Math.min(Number(button.dataset.ply), shown.game.plies)]);
  $('stage').scrollIntoView({ block: 'nearest' });
};
