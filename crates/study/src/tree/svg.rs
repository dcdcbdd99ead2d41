//! Renders search trees as SVG, from top to bottom if the tree is narrow, and otherwise from left
//! to right.

use std::fmt::Write;

use super::drawing::{Drawing, DrawnNode, Stub};

/// Trees with more rows are drawn from left to right.
const NARROW: usize = 20;
const BOX: (f64, f64) = (72.0, 38.0);
const MARGIN: f64 = 16.0;
const HEADING: f64 = 62.0;
const STYLE: &str = "text{font:11px 'DejaVu Sans',Verdana,sans-serif;text-anchor:middle;fill:#222}\
.heading{font-size:14px;font-weight:bold;text-anchor:start}.key{text-anchor:start}\
.value{font-weight:bold}.node{stroke:#555}.pv{fill:#bcd4f2}.cut{fill:#f7c9a0}.all{fill:#c5e3bb}.leaf{fill:#f1edf6}\
.edge{stroke:#999;fill:none}.principal{stroke:#1f4e9c;stroke-width:3}\
.stub{stroke:#999;stroke-dasharray:3 3;fill:#f3f3f3}.spared{fill:#777;font-size:9px}";

/// Layout of the boxes, with the breadth in slots and the depth in plies.
struct Layout {
    /// Slots by node. A stub is the last child of its node.
    breadth: Vec<f64>,
    stubs: Vec<Option<f64>>,
    slots: usize,
    plies: u32,
}

impl Layout {
    fn new(drawing: &Drawing) -> Layout {
        let count = drawing.nodes.len();
        let mut layout = Layout {
            breadth: vec![0.0; count],
            stubs: drawing.nodes.iter().map(|_| None).collect(),
            slots: 0,
            plies: 0,
        };
        for &root in &drawing.roots {
            layout.place(drawing, root);
        }
        layout
    }

    fn take_slot(&mut self) -> f64 {
        self.slots += 1;
        (self.slots - 1) as f64
    }

    fn place(&mut self, drawing: &Drawing, index: usize) -> f64 {
        let node = &drawing.nodes[index];
        self.plies = self.plies.max(node.ply + u32::from(node.pruned.is_some()));
        let mut below: Vec<f64> =
            node.children.iter().map(|&child| self.place(drawing, child)).collect();
        if node.pruned.is_some() {
            let slot = self.take_slot();
            self.stubs[index] = Some(slot);
            below.push(slot);
        }
        let breadth = match (below.first(), below.last()) {
            (Some(first), Some(last)) => f64::midpoint(*first, *last),
            _ => self.take_slot(),
        };
        self.breadth[index] = breadth;
        breadth
    }

    const fn is_narrow(&self) -> bool {
        self.slots <= NARROW
    }

    /// Returns the centre of a box, pixels.
    fn at(&self, breadth: f64, ply: u32) -> (f64, f64) {
        let (across, down) = (MARGIN + BOX.0 / 2.0, HEADING + BOX.1 / 2.0);
        let ply = f64::from(ply);
        if self.is_narrow() {
            (across + breadth * (BOX.0 + 12.0), down + ply * (BOX.1 + 44.0))
        } else {
            (across + ply * (BOX.0 + 90.0), down + breadth * (BOX.1 + 6.0))
        }
    }
}

/// Renders the drawing.
pub fn render(drawing: &Drawing) -> String {
    let layout = Layout::new(drawing);
    let (right, bottom) = layout.at(layout.slots as f64 - 1.0, layout.plies);
    // The drawing is wide enough for the key and for a bold title.
    let heading = (9.0 * drawing.title.chars().count() as f64 + 2.0 * MARGIN).max(560.0);
    let width = (right + BOX.0 / 2.0 + MARGIN).max(heading);
    let height = bottom + BOX.1 / 2.0 + MARGIN;
    let mut out = String::new();
    let result = write_all(&mut out, drawing, &layout, width, height);
    // Writing to a String cannot fail.
    debug_assert!(result.is_ok());
    out
}

fn write_all(
    out: &mut String,
    drawing: &Drawing,
    layout: &Layout,
    width: f64,
    height: f64,
) -> std::fmt::Result {
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">"#
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    writeln!(
        out,
        r#"<text class="heading" x="{MARGIN}" y="22">{}</text>"#,
        escape(&drawing.title)
    )?;
    write_key(out, drawing)?;
    for (index, node) in drawing.nodes.iter().enumerate() {
        let from = layout.at(layout.breadth[index], node.ply);
        for &child in &node.children {
            let to = layout.at(layout.breadth[child], node.ply + 1);
            let principal = drawing.nodes[child].principal;
            write_edge(out, layout, from, to, if principal { "edge principal" } else { "edge" })?;
        }
        if let (Some(stub), Some(breadth)) = (&node.pruned, layout.stubs[index]) {
            let to = layout.at(breadth, node.ply + 1);
            write_edge(out, layout, from, to, "edge stub")?;
            write_stub(out, stub, to)?;
        }
    }
    for (index, node) in drawing.nodes.iter().enumerate() {
        write_node(out, drawing, node, layout.at(layout.breadth[index], node.ply))?;
    }
    writeln!(out, "</svg>")
}

fn write_key(out: &mut String, drawing: &Drawing) -> std::fmt::Result {
    let kinds = [("pv", "PV node"), ("cut", "cut node"), ("all", "all node"), ("leaf", "leaf")];
    let mut x = MARGIN;
    for (class, name) in kinds {
        write!(out, r#"<rect class="node {class}" x="{x}" y="34" width="14" height="12"/>"#)?;
        writeln!(out, r#"<text class="key" x="{}" y="44">{name}</text>"#, x + 19.0)?;
        x += 86.0;
    }
    writeln!(
        out,
        r#"<text class="key" x="{x}" y="44">square: {}, round: {}; dashed: pruned</text>"#,
        escape(&drawing.max),
        escape(&drawing.min)
    )
}

fn write_edge(
    out: &mut String,
    layout: &Layout,
    from: (f64, f64),
    to: (f64, f64),
    class: &str,
) -> std::fmt::Result {
    if layout.is_narrow() {
        let (top, bottom) = (from.1 + BOX.1 / 2.0, to.1 - BOX.1 / 2.0);
        writeln!(out, r#"<path class="{class}" d="M{} {top}L{} {bottom}"/>"#, from.0, to.0)
    } else {
        let (left, right) = (from.0 + BOX.0 / 2.0, to.0 - BOX.0 / 2.0);
        let middle = f64::midpoint(left, right);
        let (y, z) = (from.1, to.1);
        writeln!(
            out,
            r#"<path class="{class}" d="M{left} {y}C{middle} {y} {middle} {z} {right} {z}"/>"#
        )
    }
}

fn write_stub(out: &mut String, stub: &Stub, (x, y): (f64, f64)) -> std::fmt::Result {
    let (left, top) = (x - BOX.0 / 2.0, y - BOX.1 / 2.0);
    let text = stub.text();
    let (moves, leaves) = text.split_once(", ").unwrap_or((&text, ""));
    writeln!(
        out,
        r#"<g><title>pruned: {}</title><rect class="stub" x="{left}" y="{top}" width="{}" height="{}" rx="4"/><text class="spared" x="{x}" y="{}">✂ {moves}</text><text class="spared" x="{x}" y="{}">{leaves}</text></g>"#,
        escape(&stub.moves.join(" ")),
        BOX.0,
        BOX.1,
        y - 2.0,
        y + 10.0
    )
}

fn write_node(
    out: &mut String,
    drawing: &Drawing,
    node: &DrawnNode,
    (x, y): (f64, f64),
) -> std::fmt::Result {
    let class = node.type_name();
    let kind = if node.is_leaf() { class.to_owned() } else { format!("{class} node") };
    let stroke = if node.principal { " principal" } else { "" };
    let radius = if node.is_max() { 2.0 } else { BOX.1 / 2.0 };
    let (left, top) = (x - BOX.0 / 2.0, y - BOX.1 / 2.0);
    write!(
        out,
        r#"<g><title>{} {} = {}, {kind}</title><rect class="node {class}{stroke}" x="{left}" y="{top}" width="{}" height="{}" rx="{radius}"/>"#,
        escape(&node.label),
        node.window(),
        node.value_text,
        BOX.0,
        BOX.1
    )?;
    write!(
        out,
        r#"<text x="{x}" y="{}">{}: <tspan class="value">{}</tspan></text>"#,
        y - 4.0,
        escape(&node.label),
        node.value_text
    )?;
    if drawing.windows {
        write!(out, r#"<text x="{x}" y="{}">{}</text>"#, y + 12.0, node.window())?;
    }
    writeln!(out, "</g>")
}

/// Escapes text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
