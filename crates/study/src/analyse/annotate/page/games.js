
// ---- the table of games, built when it is first opened ----

// Rows are added as one scrolls: thousands at once take browsers too long.
const CHUNK = 200;
const COLUMNS = [
  { name: '№', value: (game) => game.number, isFigure: true },
  { name: 'White', value: whiteOf },
  { name: 'Black', value: blackOf },
  { name: 'result', value: (game) => game.result },
  { name: 'White’s accuracy', value: (game) => game.white[0], text: (game) => percent(game.white[0]), isFigure: true },
  { name: 'Black’s accuracy', value: (game) => game.black[0], text: (game) => percent(game.black[0]), isFigure: true },
  { name: 'date', value: dateOf },
  { name: 'opening', value: (game) => [openingOf(game), ecoOf(game)].filter((text) => text).join(', ') },
];

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
let sorting = { column: 0, isDescending: false };
let found = [];
let drawnRows = 0;
// Numbers of the games that the report lists; null shows all.
let onlyGames = null;

const searchText = (game) => {
  game.searchText ??= [game.number, game.result, openingOf(game), ecoOf(game), dateOf(game), ...game.tags.map(([, value]) => value)]
    .join('\n').toLowerCase();
  return game.searchText;
};

// Games that have each word, in the order of a column; unknown values come last.
function findGames(text, { column, isDescending }) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word);
  const { value, isFigure } = COLUMNS[column];
  const isUnknown = (found) => found === null || found === '';
  const shownGames = games.filter((game) => !onlyGames || onlyGames.has(game.number));
  return shownGames.filter((game) => words.every((word) => searchText(game).includes(word)))
    .map((game) => [value(game), game])
    .sort(([a], [b]) => {
      if (isUnknown(a) || isUnknown(b)) return isUnknown(a) - isUnknown(b);
      const order = isFigure ? a - b : collator.compare(a, b);
      return isDescending ? -order : order;
    })
    .map(([, game]) => game);
}

function rowOf(game) {
  const cells = COLUMNS.map(({ value, text, isFigure }, index) => {
    const shownText = escapeText(String((text ?? value)(game))).replace(/,/g, ',<wbr>');
    // The keyboard reaches a row by its first player.
    return `<td${isFigure ? ' class="figure"' : ''}>${index === 1 ? `<button>${shownText}</button>` : shownText}</td>`;
  });
  return `<tr data-game="${games.indexOf(game)}"${game === shown.game ? ' class="here"' : ''}>${cells.join('')}</tr>`;
}

function addRows() {
  const rows = found.slice(drawnRows, drawnRows + CHUNK).map(rowOf);
  drawnRows += rows.length;
  $('list').querySelector('tbody').insertAdjacentHTML('beforeend', rows.join(''));
}

function showGames() {
  $('list').querySelector('thead').innerHTML = `<tr>${COLUMNS.map(({ name, isFigure }, index) => {
    const isSorted = index === sorting.column;
    const order = !isSorted ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
    const arrow = !isSorted ? '' : sorting.isDescending ? ' ▼' : ' ▲';
    return `<th aria-sort="${order}"${isFigure ? ' class="figure"' : ''}><button data-column="${index}">${name}${arrow}</button></th>`;
  }).join('')}</tr>`;
  found = findGames($('search').value, sorting);
  $('found').textContent = `${found.length.toLocaleString('en')} of ${games.length.toLocaleString('en')} games`;
  $('list').querySelector('tbody').innerHTML = '';
  $('list').scrollTop = 0;
  drawnRows = 0;
  addRows();
}

function sortGames(column) {
  // Figures begin with the best.
  const isFirst = sorting.column !== column;
  sorting = { column, isDescending: isFirst ? COLUMNS[column].isFigure && column > 0 : !sorting.isDescending };
  showGames();
  $('list').querySelector(`[data-column="${column}"]`).focus();
}

$('search').oninput = showGames;
$('search').onkeydown = (event) => {
  if (event.key !== 'Enter' || !found.length) return;
  // The key would press the button that gets the focus.
  event.preventDefault();
  chooseGame(found[0]);
};
$('list').onscroll = () => {
  if ($('list').scrollTop + 2 * $('list').clientHeight > $('list').scrollHeight && drawnRows < found.length) addRows();
};
$('list').onclick = (event) => {
  const column = event.target.closest('[data-column]');
  const row = event.target.closest('[data-game]');
  if (column) sortGames(Number(column.dataset.column));
  else if (row) chooseGame(games[row.dataset.game]);
};
function openGames(numbers) {
  onlyGames = numbers;
  $('search').value = '';
  $('games').showModal();
  showGames();
  $('search').focus();
}
$('open-games').onclick = () => openGames(null);
$('close-games').onclick = () => $('games').close();
