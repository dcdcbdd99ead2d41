// ---- tree ----

// Computes the layout of all unfolded nodes. Only nodes near the visible part are drawn: browsers
// need seconds for thousands of nodes.
let layout = null;
const at = (ply, row) => ({ x: BOX.margin + ply * BOX.across, y: BOX.margin + row * BOX.down });

function showTree() {
  const onPath = new Set(path(here()));
  const isOpen = (node) => unfolded.has(node) || (!isSmall && step < steps.length && onPath.has(node));
  const isVisited = (node) => node.entered <= step;
  const visible = [];
  const edges = [];
  let rows = 0;
  let deepest = 0;

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

  const width = BOX.margin * 2 + deepest * BOX.across + BOX.width + 60;
  const height = BOX.margin * 2 + rows * BOX.down;
  layout = { visible, edges, isOpen, width, height };
  paint();
}

function paint() {
  const view = $('tree');
  const top = view.scrollTop - view.clientHeight;
  const bottom = view.scrollTop + 2 * view.clientHeight;
  const isNear = (y1, y2) => Math.max(y1, y2) + BOX.height >= top && Math.min(y1, y2) <= bottom;
  const parts = [];
  for (const { from, item } of layout.edges) {
    const start = at(from.node.ply, from.row);
    const end = at(from.node.ply + 1, item.row);
    if (!isNear(start.y, end.y)) continue;
    const [x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2];
    const [x2, y2] = [end.x, end.y + BOX.height / 2];
    const middle = (x1 + x2) / 2;
    const done = step === steps.length;
    const kind = item.stub ? 'stub' : item.others ? '' : item.node.entered > step ? 'ghost'
      : done && item.node.principal ? 'principal' : '';
    parts.push(`<path class="${kind}" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"/>`);
    if (item.stub) parts.push(drawStub(item.stub, end));
    if (item.others) parts.push(drawOthers(item.others, from.node, end));
  }
  for (const { node, row } of layout.visible) {
    const place = at(node.ply, row);
    if (isNear(place.y, place.y)) parts.push(drawNode(node, place, layout.isOpen(node)));
  }
  layout.painted = [top, bottom];
  const { width, height } = layout;
  view.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}

// Keeps the screen position of a node while others unfold.
function keepInPlace(node, change) {
  const row = () => layout.visible.find((item) => item.node === node)?.row;
  const before = row();
  change();
  const after = row();
  if (before === undefined || after === undefined) return;
  $('tree').scrollTop += (after - before) * BOX.down;
  paintAfterScroll();
}

// Draws the nodes that scrolling has brought near.
function paintAfterScroll() {
  const view = $('tree');
  const [top, bottom] = layout.painted;
  if (view.scrollTop < top || view.scrollTop + view.clientHeight > bottom) paint();
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
  else classes.push(isLeft ? kind(node) : 'open');
  if (node === here()) classes.push('here');
  if (node === chosen) classes.push('chosen');
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
  const node = here() ?? nodes[roots[0]];
  const found = layout.visible.find((item) => item.node === node);
  if (!found) return;
  const view = $('tree');
  const { x, y } = at(node.ply, found.row);
  const reveal = (from, size, start, length) => {
    if (from - BOX.margin < start) return from - BOX.margin;
    return Math.max(start, from + size + BOX.margin - length);
  };
  view.scrollLeft = reveal(x, BOX.width, view.scrollLeft, view.clientWidth);
  view.scrollTop = reveal(y, BOX.height, view.scrollTop, view.clientHeight);
  paintAfterScroll();
}
