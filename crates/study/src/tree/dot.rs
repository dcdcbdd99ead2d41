//! Renders search trees for Graphviz.

use super::drawing::Drawing;

/// Renders the drawing in the DOT language.
pub fn render(drawing: &Drawing) -> String {
    let mut out = format!(
        "digraph search {{\n  label=\"{}\"; labelloc=t; rankdir=TB; ordering=out;\n  \
         node [style=filled, fontname=\"DejaVu Sans\", fontsize=10];\n",
        escape(&drawing.title)
    );
    for (index, node) in drawing.nodes.iter().enumerate() {
        let color = match node.type_name() {
            "pv" => "#bcd4f2",
            "cut" => "#f7c9a0",
            "leaf" => "#f1edf6",
            _ => "#c5e3bb",
        };
        let shape = if node.is_max() { "box" } else { "ellipse" };
        let width = if node.principal { 3 } else { 1 };
        let window = if drawing.windows { format!("\\n{}", node.window()) } else { String::new() };
        out += &format!(
            "  n{index} [label=\"{}: {}{window}\", shape={shape}, fillcolor=\"{color}\", \
             penwidth={width}];\n",
            escape(&node.label),
            node.value_text,
        );
        for &child in &node.children {
            let width = if drawing.nodes[child].principal { 3 } else { 1 };
            out += &format!("  n{index} -> n{child} [penwidth={width}];\n");
        }
        if let Some(stub) = &node.pruned {
            out += &format!(
                "  s{index} [label=\"✂ {}\", tooltip=\"{}\", shape=box, style=dashed, \
                 fontcolor=\"#777777\"];\n  n{index} -> s{index} [style=dashed];\n",
                stub.text(),
                escape(&stub.moves.join(" "))
            );
        }
    }
    out + "}\n"
}

/// Escapes text for a quoted string.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
