'use strict';
const { nodes, roots, max, min, windows } = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);

// A larger tree shows no more than was visited, and unfolds only the path that the search is on.
const isSmall = nodes.length <= 200;
const BOX = { width: 84, height: 36, across: 170, down: 42, margin: 14 };

// The search as a list of steps: each node is entered, and left with its value.
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

let step = steps.length;
let timer = null;
const unfolded = new Set();
// Nodes of which only the principal child is shown.
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
const low = (node) => node.alpha ?? -Infinity;
const high = (node) => node.beta ?? Infinity;
const escapeText = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// As the engine prints scores: mates as moves to them.
const MATE = 32000;
function score(value) {
  if (value === Infinity) return '+∞';
  if (value === -Infinity) return '−∞';
  if (Math.abs(value) >= MATE - 240) {
    return `#${value < 0 ? '−' : ''}${Math.floor((MATE - Math.abs(value) + 1) / 2)}`;
  }
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

// The window of a node after the children that it has got back before the step `now`.
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

// The node that the search stands at: where it entered, or came back to.
function here() {
  const now = current();
  if (!now) return null;
  return now.enter ? now.node : (now.node.parent ?? now.node);
}

// ---- words ----

function plural(count, one, many) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const isNull = (node) => high(node) - low(node) === 1;

function sayBounds(node) {
  const [alpha, beta] = [low(node), high(node)];
  if (isNull(node)) {
    return [`A null window, α = ${score(alpha)} and β = ${score(beta)}: the only question is whether `
      + `${max} gets at least ${score(beta)} here.`];
  }
  const root = path(node)[0];
  const guess = 'the search bets on it (aspiration window).';
  return [
    alpha === -Infinity ? `α = −∞: ${max} is not sure of anything yet.`
      : `α = ${score(alpha)}: ${alpha === low(root) ? guess
        : `somewhere above, ${max} has a move that gives at least ${score(alpha)}.`}`,
    beta === Infinity ? `β = +∞: ${min} is not sure of anything yet.`
      : `β = ${score(beta)}: ${beta === high(root) ? guess
        : `somewhere above, ${min} has a move that gives ${max} at most ${score(beta)}.`}`,
  ];
}

function sayEnter(node) {
  const said = [];
  const before = node.parent?.children.map((index) => nodes[index])
    .find((sibling) => sibling.label === node.label && sibling.entered < node.entered);
  const name = node.parent ? `${player(node.parent)} plays ${node.label}` : `The search begins (${node.label})`;
  said.push(before
    ? `${name} again: the narrow window told that it is better, and not by how much.`
    : `${name}.`);
  if (windows) said.push(...sayBounds(node));
  if (node.known) said.push('The transposition table knows enough about this position.');
  else if (node.leaf) said.push(`A leaf: it is worth ${score(node.value)} to ${max}.`);
  else said.push(`${player(node)} is to move.`);
  return said.map((text) => ({ text }));
}

function sayLeave(child) {
  const node = child.parent;
  const value = score(child.value);
  if (!node && child.index !== roots[roots.length - 1]) {
    const bound = { cut: 'at least ', all: 'at most ', pv: '' }[child.found];
    return [{ text: `This pass is over: the value is ${bound}${value}. The next pass asks again.` }];
  }
  if (!node) return [{ text: `The search is over: the value is ${value}.` }];
  const before = windowAt(node, child.left - 1);
  const gives = `${child.label} comes back with ${value}.`;
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
    said.push({ text: `That is no better for ${player(node)} than ${name} = ${score(bound)}: ${isNull(node)
      ? 'the question stays open.' : `${player(node)} has something as good already, and the window stays.`}` });
    return said;
  }
  said.push({ text: `${name} ${verb} from ${score(bound)} to ${value}: here, ${player(node)} has a move `
    + `that gives ${isMax(node) ? '' : `${max} `}${limit} ${value}.` });
  const after = windowAt(node, child.left);
  if (after.alpha >= after.beta) {
    const [cut, against] = isMax(node) ? ['β-cutoff', after.beta] : ['α-cutoff', after.alpha];
    const spared = node.pruned
      ? `${plural(node.pruned.moves.length, 'move is', 'moves are')} pruned, with ${plural(node.pruned.leaves, 'leaf', 'leaves')}.`
      : 'No move is left that it could prune.';
    const why = isNull(node) ? 'The question is answered.'
      : `${other(node)} is sure of ${score(against)} somewhere above, and will not let the game come here.`;
    said.push({ cutoff: true, text: `${cut}: α has met β. ${why} ${spared}` });
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

// ---- the windows on the way ----

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

// ---- the tree ----

function showTree() {
  const onPath = new Set(path(here()));
  const isOpen = (node) => unfolded.has(node) || (!isSmall && step < steps.length && onPath.has(node));
  const isVisited = (node) => node.entered <= step;
  const visible = [];
  const edges = [];
  let rows = 0;
  let deepest = 0;
  const at = (ply, row) => ({ x: BOX.margin + ply * BOX.across, y: BOX.margin + row * BOX.down });

  function place(node) {
    deepest = Math.max(deepest, node.ply);
    const below = [];
    if (isOpen(node)) {
      const isNarrow = narrowed.has(node) && step === steps.length;
      const children = node.children.map((index) => nodes[index]);
      for (const child of children.filter((child) => !isNarrow || child.principal)) {
        if (isSmall || isVisited(child)) below.push({ node: child, row: place(child) });
      }
      const others = isNarrow ? children.length - below.length : 0;
      if (others > 0) {
        below.push({ others, row: rows++ });
        deepest = Math.max(deepest, node.ply + 1);
      }
      if (node.pruned && node.left <= step) {
        below.push({ stub: node.pruned, row: rows++ });
        deepest = Math.max(deepest, node.ply + 1);
      }
    }
    const row = below.length ? (below[0].row + below[below.length - 1].row) / 2 : rows++;
    for (const item of below) edges.push({ from: { node, row }, item });
    visible.push({ node, row });
    return row;
  }
  for (const root of roots) {
    if (isSmall || isVisited(nodes[root]) || root === roots[0]) place(nodes[root]);
  }

  const parts = [];
  for (const { from, item } of edges) {
    const start = at(from.node.ply, from.row);
    const end = at(from.node.ply + 1, item.row);
    const [x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2];
    const [x2, y2] = [end.x, end.y + BOX.height / 2];
    const middle = (x1 + x2) / 2;
    const done = step === steps.length;
    const kind = item.stub ? 'stub' : item.others ? '' : !isVisited(item.node) ? 'ghost'
      : done && item.node.principal ? 'principal' : '';
    parts.push(`<path class="${kind}" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"/>`);
    if (item.stub) parts.push(drawStub(item.stub, end));
    if (item.others) parts.push(drawOthers(item.others, from.node, end));
  }
  for (const { node, row } of visible) parts.push(drawNode(node, at(node.ply, row), isOpen(node)));
  const width = BOX.margin * 2 + deepest * BOX.across + BOX.width + 60;
  const height = BOX.margin * 2 + rows * BOX.down;
  $('tree').innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}

function drawStub(stub, { x, y }) {
  const moves = escapeText(stub.moves.join(' '));
  return `<g class="stub"><title>pruned: ${moves}</title><rect x="${x}" y="${y + 4}" width="${BOX.width}" height="28" rx="4"/>`
    + `<text x="${x + BOX.width / 2}" y="${y + 16}">✂ ${plural(stub.moves.length, 'move', 'moves')}</text>`
    + `<text x="${x + BOX.width / 2}" y="${y + 28}">${plural(stub.leaves, 'leaf', 'leaves')}</text></g>`;
}

function drawOthers(count, node, { x, y }) {
  return `<g class="others" data-narrowed="${node.index}"><title>Show them</title>`
    + `<rect x="${x}" y="${y + 4}" width="${BOX.width}" height="28" rx="4"/>`
    + `<text x="${x + BOX.width / 2}" y="${y + 22}">+ ${plural(count, 'visit', 'visits')}</text></g>`;
}

function drawNode(node, { x, y }, isOpen) {
  const isLeft = node.left <= step;
  const classes = ['node'];
  if (node.entered > step) classes.push('ghost');
  else classes.push(isLeft ? node.found : 'open');
  if (node === here()) classes.push('here');
  if (node.principal && step === steps.length) classes.push('principal');
  const { alpha, beta } = node.entered <= step && !isLeft ? windowAt(node, step) : { alpha: low(node), beta: high(node) };
  const interval = windows && node.entered <= step ? `(${score(alpha)}, ${score(beta)})` : '';
  const value = isLeft ? `: <tspan class="value">${score(node.value)}</tspan>` : '';
  const radius = isMax(node) ? 2 : BOX.height / 2;
  const hidden = !isOpen && (node.children.length > 0)
    ? `<text class="more" x="${x + BOX.width + 3}" y="${y + BOX.height / 2 + 4}">+${node.size - 1}</text>` : '';
  const middle = x + BOX.width / 2;
  return `<g class="${classes.join(' ')}" data-node="${node.index}">`
    + `<title>${escapeText(node.label)}: ${player(node)} to move; by Knuth's rules ${node.expected}</title>`
    + `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${radius}"/>`
    + `<text x="${middle}" y="${y + 15}">${escapeText(node.label)}${value}</text>`
    + `<text x="${middle}" y="${y + 30}">${interval}</text>${hidden}</g>`;
}

function scrollToHere() {
  document.querySelector('#tree .here')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// ---- controls ----

function show() {
  $('step').value = step;
  $('count').textContent = `step ${step} of ${steps.length}`;
  showWords();
  showPath();
  showTree();
}

function go(to) {
  step = Math.min(steps.length, Math.max(0, to));
  // Redrawing thousands of nodes at each step would be slow: follow the path again.
  if (step < steps.length && unfolded.size > 1000) unfolded.clear();
  show();
  scrollToHere();
  if (step === steps.length) pause();
}

function pause() {
  clearTimeout(timer);
  timer = null;
  $('play').textContent = 'play';
}

function tick() {
  go(step + 1);
  if (timer !== null) timer = setTimeout(tick, 2000 / $('speed').value);
}

function play() {
  if (timer !== null) return pause();
  if (step === steps.length) go(0);
  $('play').textContent = 'pause';
  timer = setTimeout(tick, 2000 / $('speed').value);
}

$('first').onclick = () => go(0);
$('back').onclick = () => go(step - 1);
$('next').onclick = () => go(step + 1);
$('last').onclick = () => go(steps.length);
$('play').onclick = play;
$('step').max = steps.length;
$('step').oninput = () => go(Number($('step').value));
$('unfold').onclick = () => { narrowed.clear(); showAll(() => true); show(); };
$('fold').onclick = () => { narrowed.clear(); unfolded.clear(); show(); };
$('principal').onclick = () => { showPrincipal(); go(steps.length); };
$('tree').onclick = (event) => {
  const others = event.target.closest('[data-narrowed]');
  if (others) {
    narrowed.delete(nodes[others.dataset.narrowed]);
    return show();
  }
  const group = event.target.closest('[data-node]');
  if (!group) return;
  const node = nodes[group.dataset.node];
  if (!unfolded.delete(node)) unfolded.add(node);
  show();
};
document.onkeydown = (event) => {
  if (event.target.tagName === 'INPUT' || event.target.tagName === 'BUTTON') return;
  const action = { ArrowLeft: 'back', ArrowRight: 'next', ' ': 'play', Home: 'first', End: 'last' }[event.key];
  if (action) { event.preventDefault(); $(action).click(); }
};

$('players').textContent = `Square: ${max} to move. Round: ${min} to move. Values are ${max}'s.`;
if (!windows) document.querySelectorAll('.windows').forEach((element) => { element.hidden = true; });
// A link may point at a step: page.html#step=57
const linked = /^#step=(\d+)$/.exec(location.hash);
go(linked ? Number(linked[1]) : steps.length);
