const { nodes, roots, max, min, windows, chess } = data;

// Larger trees show visited nodes only, and unfold only the current path.
const isSmall = nodes.length <= 200;
const BOX = { width: 84, height: 36, across: 170, down: 42, margin: 14 };

// Steps of the search: each node is entered, and left with its value.
const steps = [];
for (const root of roots) walk(root, null);
function walk(index, parent) {
  const node = nodes[index];
  node.parent = parent;
  node.index = index;
  node.entered = steps.push({ enter: true, node });
  for (const child of node.children) walk(child, node);
  node.left = steps.push({ enter: false, node });
  node.size = node.children.reduce((sum, child) => sum + nodes[child].size, 1);
}

let step = 0;
let timer = null;
// Clicked node; its board is shown until the next step.
let chosen = null;
const unfolded = new Set();
// Nodes that show only their principal child.
const narrowed = new Set();
const showAll = (test) => nodes.forEach((node) => test(node) && unfolded.add(node));
function showPrincipal() {
  unfolded.clear();
  showAll((node) => node.principal);
  unfolded.forEach((node) => node.children.some((child) => nodes[child].principal) && narrowed.add(node));
}
if (isSmall) showAll(() => true);
else showPrincipal();

const isMax = (node) => node.ply % 2 === 0;
const player = (node) => (isMax(node) ? max : min);
const other = (node) => (isMax(node) ? min : max);
// A leaf has no moves that were searched or pruned. A value of the table needs none either, but may
// be a bound.
const kind = (node) => (node.leaf && !node.known ? 'leaf' : node.found);
const low = (node) => node.alpha ?? -Infinity;
const high = (node) => node.beta ?? Infinity;

// Formats a score as the engine does: mates as moves to mate.
const MATE = 32000;
function score(value) {
  if (value === Infinity) return '+∞';
  if (value === -Infinity) return '−∞';
  if (Math.abs(value) >= MATE - 240) {
    return `#${value < 0 ? '−' : ''}${Math.floor((MATE - Math.abs(value) + 1) / 2)}`;
  }
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

// Returns the window of a node after the children that returned before the step `now`.
function windowAt(node, now) {
  let [alpha, beta] = [low(node), high(node)];
  for (const index of node.children) {
    const child = nodes[index];
    if (child.left > now) break;
    if (isMax(node)) alpha = Math.max(alpha, child.value);
    else beta = Math.min(beta, child.value);
  }
  return { alpha, beta };
}

function path(node) {
  const nodesUp = [];
  for (let at = node; at; at = at.parent) nodesUp.unshift(at);
  return nodesUp;
}

const current = () => (step > 0 ? steps[step - 1] : null);

// Returns the current node: the one entered last, or returned to.
function here() {
  const now = current();
  if (!now) return null;
  return now.enter ? now.node : (now.node.parent ?? now.node);
}

// ---- text ----

function plural(count, one, many) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const isNull = (node) => high(node) - low(node) === 1;

function sayBounds(node) {
  const [alpha, beta] = [low(node), high(node)];
  if (isNull(node)) {
    return [`Null window, α = ${score(alpha)} and β = ${score(beta)}: tests whether `
      + `${max} gets at least ${score(beta)} here.`];
  }
  const root = path(node)[0];
  const guess = 'bound of the aspiration window.';
  return [
    alpha === -Infinity ? 'α = −∞: no lower bound yet.'
      : `α = ${score(alpha)}: ${alpha === low(root) ? guess
        : `higher in the tree, ${max} has a move that gives at least ${score(alpha)}.`}`,
    beta === Infinity ? 'β = +∞: no upper bound yet.'
      : `β = ${score(beta)}: ${beta === high(root) ? guess
        : `higher in the tree, ${min} has a move that gives ${max} at most ${score(beta)}.`}`,
  ];
}

function sayEnter(node) {
  const said = [];
  const before = node.parent?.children.map((index) => nodes[index])
    .find((sibling) => sibling.label === node.label && sibling.entered < node.entered);
  const name = node.parent ? `${player(node.parent)} plays ${node.label}` : `The search begins (${node.label})`;
  said.push(before
    ? `${name} again, with a wider window: the null-window search failed high.`
    : `${name}.`);
  if (windows) said.push(...sayBounds(node));
  if (node.known) said.push('The value stored in the transposition table suffices.');
  else if (node.leaf) said.push(`Leaf: worth ${score(node.value)} to ${max}.`);
  else said.push(`${player(node)} is to move.`);
  return said.map((text) => ({ text }));
}

function sayLeave(child) {
  const node = child.parent;
  const value = score(child.value);
  if (!node && child.index !== roots[roots.length - 1]) {
    const bound = { cut: 'at least ', all: 'at most ', pv: '' }[child.found];
    return [{ text: `End of this pass: the value is ${bound}${value}. The next pass searches again.` }];
  }
  if (!node) return [{ text: `End of the search: the value is ${value}.` }];
  const before = windowAt(node, child.left - 1);
  const gives = `${child.label} returns ${value}.`;
  if (!windows) {
    const siblings = node.children.map((index) => nodes[index]).filter((n) => n.left <= child.left);
    const values = siblings.map((n) => n.value);
    const best = isMax(node) ? Math.max(...values) : Math.min(...values);
    return [{ text: gives }, { text: `The best for ${player(node)} so far: ${score(best)}.` }];
  }
  const said = [{ text: gives }];
  const [bound, name, limit, verb] = isMax(node)
    ? [before.alpha, 'α', 'at least', 'rises']
    : [before.beta, 'β', 'at most', 'falls'];
  const better = isMax(node) ? child.value > bound : child.value < bound;
  if (!better) {
    said.push({ text: `This is not better for ${player(node)} than ${name} = ${score(bound)}: ${isNull(node)
      ? 'the test continues.' : 'the window stays the same.'}` });
    return said;
  }
  said.push({ text: `${name} ${verb} from ${score(bound)} to ${value}: here, ${player(node)} has a move `
    + `that gives ${isMax(node) ? '' : `${max} `}${limit} ${value}.` });
  const after = windowAt(node, child.left);
  if (after.alpha >= after.beta) {
    const [cut, against] = isMax(node) ? ['β-cutoff', after.beta] : ['α-cutoff', after.alpha];
    const spared = node.pruned
      ? `${plural(node.pruned.moves.length, 'move is', 'moves are')} pruned, with ${plural(node.pruned.leaves, 'leaf', 'leaves')}.`
      : 'No moves are left to prune.';
    const why = isNull(node) ? 'The test is decided.'
      : `${other(node)} gets ${score(against)} higher in the tree, and avoids this position.`;
    said.push({ cutoff: true, text: `${cut}: α ≥ β. ${why} ${spared}` });
  }
  return said;
}

function showWords() {
  const now = current();
  const said = !now
    ? [{ text: 'Before the search. Press next, or play.' }]
    : now.enter ? sayEnter(now.node) : sayLeave(now.node);
  $('words').innerHTML = said
    .map(({ text, cutoff }) => `<p${cutoff ? ' class="cutoff"' : ''}>${escapeText(text)}</p>`).join('');
}

// ---- windows on the path ----

const finite = nodes.filter((node) => node.leaf).map((node) => node.value);
const least = finite.reduce((a, b) => Math.min(a, b), 0);
const range = Math.max(1, finite.reduce((a, b) => Math.max(a, b), 0) - least);
const share = (value) => {
  if (value === Infinity) return 100;
  if (value === -Infinity) return 0;
  return Math.min(100, Math.max(0, 5 + (90 * (value - least)) / range));
};

function showPath() {
  const rows = path(here()).map((node) => {
    const { alpha, beta } = windowAt(node, step);
    const [from, to] = [share(alpha), share(beta)];
    const bar = `<div class="range"><i style="left:${from}%;width:${Math.max(0, to - from)}%"></i></div>`;
    return `<tr><td>${escapeText(node.label)}</td><td>${escapeText(player(node))}</td>`
      + `<td>${score(alpha)}</td><td>${score(beta)}</td><td class="bar-cell">${bar}</td></tr>`;
  });
  $('path').innerHTML = `<tr><th>move</th><th>to move</th><th>α</th><th>β</th><th></th></tr>${rows.join('')}`;
}

// ---- controls ----

function show() {
  $('step').value = step;
  $('count').textContent = `step ${step} of ${steps.length}`;
  showWords();
  showPath();
  showBoard(chosen ?? here() ?? nodes[roots[0]]);
  showTree();
}

function go(to) {
  chosen = null;
  step = Math.min(steps.length, Math.max(0, to));
  // A layout of tens of thousands of nodes at each step is slow: follow the path again.
  if (step < steps.length && unfolded.size > 10000) unfolded.clear();
  show();
  scrollToHere();
  if (step === steps.length) pause();
}

function stepTo(to) {
  go(to);
  writeAddress(`step=${step}`);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  $('play').textContent = 'play';
}

function tick() {
  stepTo(step + 1);
  if (timer !== null) timer = setTimeout(tick, 2000 / $('speed').value);
}

function play() {
  if (timer !== null) return pause();
  if (step === steps.length) go(0);
  $('play').textContent = 'pause';
  timer = setTimeout(tick, 2000 / $('speed').value);
}

$('first').onclick = () => stepTo(0);
$('back').onclick = () => stepTo(step - 1);
$('next').onclick = () => stepTo(step + 1);
$('last').onclick = () => stepTo(steps.length);
$('play').onclick = play;
$('step').max = steps.length;
$('step').oninput = () => stepTo(Number($('step').value));
$('unfold').onclick = () => { narrowed.clear(); showAll(() => true); show(); scrollToHere(); };
$('fold').onclick = () => { narrowed.clear(); unfolded.clear(); show(); scrollToHere(); };
$('principal').onclick = () => { showPrincipal(); stepTo(steps.length); };
$('tree').onclick = (event) => {
  const others = event.target.closest('[data-narrowed]');
  if (others) {
    const narrow = nodes[others.dataset.narrowed];
    return keepInPlace(narrow, () => { narrowed.delete(narrow); show(); });
  }
  const group = event.target.closest('[data-node]');
  if (!group) return;
  const node = nodes[group.dataset.node];
  // The first click on an open node shows its board and keeps it open.
  const isNew = chosen !== node;
  chosen = node;
  if (!chess || !isNew || !unfolded.has(node)) {
    if (!unfolded.delete(node)) unfolded.add(node);
  }
  keepInPlace(node, show);
};
$('tree').onscroll = paintAfterScroll;
window.onresize = paint;
document.onkeydown = (event) => {
  // A slider moves by the arrow keys, and the space bar presses a button.
  if (event.target.tagName === 'INPUT' || (event.target.tagName === 'BUTTON' && event.key === ' ')) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const action = { ArrowLeft: 'back', ArrowRight: 'next', ' ': 'play', Home: 'first', End: 'last' }[event.key];
  if (action) { event.preventDefault(); $(action).click(); }
};

$('players').textContent = `Square: ${max} to move. Round: ${min} to move. Values are ${max}'s.`;
if (!chess) $('position').hidden = true;
if (!windows) document.querySelectorAll('.windows').forEach((element) => { element.hidden = true; });
// Link to a step: page.html#step=57
const openAddress = () => go(readAddress('step') ?? 0);
followAddress(openAddress);
openAddress();
