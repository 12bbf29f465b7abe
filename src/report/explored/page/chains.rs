//! The chains of a program as pictures. A library says where nodes and edges lie; how they look is said here and in the
//! style of the page.

use super::escape::text;
use super::lines::id;
use crate::explore::{Explored, Kind, Node, Picture};
use crate::quantity::counted;
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::{Point, Position};
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The width of a character, and the height of a line, of the text in nodes.
const CHARACTER: f64 = 7.3;
const ROW: f64 = 17.0;
/// Between text and the border of its node, and between nodes.
const PADDING: f64 = 12.0;
const APART: f64 = 34.0;
/// So many conditions are shown in a node.
const MOST_ROWS: usize = 4;

/// A picture that is too wide is made smaller down to this part, and scrolled where that is not enough.
const SMALLEST: f64 = 0.75;

/// A picture for each entry function, as far as there is one.
pub fn section(explored: &Explored) -> String {
    if explored.graphs.is_empty() {
        return String::new();
    }
    let mut out = format!("<section id=\"chains\">\n<h2>Chains</h2>\n{INTRODUCTION}");
    let is_alone = explored.graphs.len() == 1;
    for graph in &explored.graphs {
        let entry = text(&graph.entry);
        match &graph.picture {
            Ok(picture) => {
                let open = if is_alone { " open" } else { "" };
                let counts =
                    format!("{}, {}", counted(picture.roots, "root chain"), counted(picture.subchains, "subchain"),);
                let Some(svg) = svg(picture, &graph.entry) else {
                    let _ = writeln!(
                        out,
                        "<p class=\"faint\">No picture of <code>{entry}</code>: it cannot be laid out.</p>"
                    );
                    continue;
                };
                let _ = writeln!(
                    out,
                    "<details{open}><summary><code>{entry}</code> <span class=\"faint\">{counts}</span></summary>\n\
                     <div class=\"picture\">{svg}</div></details>"
                );
            }
            Err(why) => {
                let _ = writeln!(out, "<p class=\"faint\">No picture of <code>{entry}</code>: {}.</p>", text(why));
            }
        }
    }
    let explored_entries = explored.entries.iter().filter(|entry| entry.refused.is_none()).count();
    if explored_entries > explored.graphs.len() {
        let _ = writeln!(out, "<p class=\"faint\">The other entry functions have no picture.</p>");
    }
    out.push_str("</section>\n");
    out
}

const INTRODUCTION: &str = "<p class=\"faint lead\">Each way from the start to the end is a root chain; the dotted ways \
    around a loop are its subchains, any number of which run there, in any order. What is only computed is left out.</p>\n";

/// What is written in a node.
fn rows(node: &Node, entry: &str) -> Vec<String> {
    let place = node.at.map(|at| format!("line {}", at.line));
    match node.kind {
        Kind::Start => vec![entry.to_string()],
        Kind::End => vec!["end".into()],
        Kind::Loop => vec![format!("↻ loop{}", place.map_or_else(String::new, |place| format!(", {place}")))],
        Kind::Meeting => vec![],
        Kind::Conditions => {
            let more = node.label.len().saturating_sub(MOST_ROWS);
            let shown = node.label.iter().take(MOST_ROWS).cloned();
            place.into_iter().chain(shown).chain((more > 0).then(|| format!("and {more} more"))).collect()
        }
    }
}

/// The picture, where the layout library has one: of some graphs it panics.
fn svg(picture: &Picture, entry: &str) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| laid_out(picture, entry))).ok()
}

fn laid_out(picture: &Picture, entry: &str) -> String {
    let texts: Vec<Vec<String>> = picture.nodes.iter().map(|node| rows(node, entry)).collect();
    let mut graph = VisualGraph::new(Orientation::TopToBottom);
    let handles: Vec<_> = texts.iter().map(|rows| graph.add_node(element(size(rows)))).collect();
    for (number, edge) in picture.edges.iter().enumerate() {
        let arrow = Arrow { properties: Some(number.to_string()), ..Arrow::default() };
        graph.add_edge(arrow, handles[edge.from], handles[edge.to]);
    }
    let mut curves = Curves::default();
    graph.do_it(false, false, false, &mut curves);
    let mut body = String::new();
    let (mut right, mut bottom) = curves.corner;
    for (number, path, is_turned) in &curves.paths {
        let class = if picture.edges.get(*number).is_some_and(|edge| edge.is_inside) { "inside" } else { "way" };
        let end = if *is_turned { "start" } else { "end" };
        let _ = write!(body, "<path class=\"{class}\" d=\"{path}\" marker-{end}=\"url(#tip)\"/>");
    }
    for ((node, rows), handle) in picture.nodes.iter().zip(&texts).zip(&handles) {
        let position = graph.pos(*handle);
        let (from, to) = position.bbox(false);
        (right, bottom) = (right.max(to.x), bottom.max(to.y));
        body.push_str(&drawn(node, rows, from, to));
    }
    let (width, height) = (right + PADDING, bottom + PADDING);
    format!(
        "<svg role=\"img\" aria-label=\"Chains of {}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width:max(100%,{:.0}px)\">{TIP}{body}</svg>",
        text(entry),
        width * SMALLEST,
    )
}

/// The tip of an arrow, which turns where it is at the beginning.
const TIP: &str = "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
    markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0.5 7.5 4 0 7.5z\"/></marker></defs>";

fn drawn(node: &Node, rows: &[String], from: Point, to: Point) -> String {
    let (x, y, width, height) = (from.x, from.y, to.x - from.x, to.y - from.y);
    if node.kind == Kind::Meeting {
        return format!(
            "<circle class=\"meeting\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>",
            x + width / 2.0,
            y + height / 2.0
        );
    }
    let (class, round) = match node.kind {
        Kind::Loop => ("loop", height / 2.0),
        Kind::Start | Kind::End => ("border", height / 2.0),
        Kind::Conditions | Kind::Meeting => ("conditions", 6.0),
    };
    let mut out = format!(
        "<g class=\"{class}\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{round:.1}\"/>"
    );
    for (number, row) in rows.iter().enumerate() {
        let base = y + PADDING / 2.0 + ROW * (number as f64 + 0.75);
        let class = if node.kind == Kind::Conditions && number == 0 { " class=\"place\"" } else { "" };
        let _ = write!(out, "<text{class} x=\"{:.1}\" y=\"{base:.1}\">{}</text>", x + width / 2.0, text(row));
    }
    out.push_str("</g>");
    match node.at {
        Some(at) => format!("<a href=\"#{}\">{out}</a>", id(at.file, at.line)),
        None => out,
    }
}

/// What these rows need.
fn size(rows: &[String]) -> Point {
    let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
    match longest {
        0 => Point::new(8.0, 8.0),
        _ => Point::new(longest as f64 * CHARACTER + 2.0 * PADDING, rows.len() as f64 * ROW + PADDING),
    }
}

fn element(size: Point) -> Element {
    let shape = ShapeKind::new_box("");
    let mut element = Element::create(shape, StyleAttr::simple(), Orientation::TopToBottom, size);
    element.pos = Position::new(Point::zero(), size, Point::zero(), Point::splat(APART));
    element
}

/// What the library draws: of edges the paths, of nodes nothing, as these are drawn here.
#[derive(Default)]
struct Curves {
    /// The number of each edge, its path, and whether it was turned around so that all lead downwards.
    paths: Vec<(usize, String, bool)>,
    corner: (f64, f64),
}

impl RenderBackend for Curves {
    fn draw_rect(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>, _: Option<ClipHandle>) {}

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, _: Point, _: &str, _: &StyleAttr) {}

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        (at_start, _): (bool, bool),
        _: &StyleAttr,
        properties: Option<String>,
        _: &str,
    ) {
        let [first, second, rest @ ..] = path else { return };
        let Some(number) = properties.and_then(|number| number.parse().ok()) else { return };
        let mut d = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            first.0.x, first.0.y, first.1.x, first.1.y, second.0.x, second.0.y, second.1.x, second.1.y
        );
        for (control, to) in rest {
            let _ = write!(d, "S{:.1} {:.1} {:.1} {:.1}", control.x, control.y, to.x, to.y);
        }
        for (one, other) in path {
            self.corner.0 = self.corner.0.max(one.x).max(other.x);
            self.corner.1 = self.corner.1.max(one.y).max(other.y);
        }
        self.paths.push((number, d, at_start));
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Edge;
    use std::time::{Duration, Instant};

    /// The library is told graphs of all kinds: nothing of it may end an exploration that is done.
    #[test]
    fn every_graph_has_a_picture() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut longest = Duration::ZERO;
        for _ in 0..200 {
            let count = random.usize(1..=60);
            let kinds = [Kind::Loop, Kind::Conditions, Kind::Meeting, Kind::End, Kind::Start];
            let node = |random: &mut fastrand::Rng| Node {
                kind: kinds[random.usize(0..kinds.len())],
                label: vec!["n > 5".repeat(random.usize(0..8)); random.usize(0..7)],
                at: None,
            };
            let nodes: Vec<Node> = (0..count).map(|_| node(&mut random)).collect();
            let mut edges: Vec<Edge> = (0..random.usize(0..count * 2))
                .map(|_| (random.usize(0..count), random.usize(0..count)))
                .filter(|(from, to)| from != to)
                .map(|(from, to)| Edge { from, to, is_inside: to < from })
                .collect();
            edges.sort();
            edges.dedup();
            let started = Instant::now();
            let drawn = svg(&Picture { nodes, edges: edges.clone(), roots: 1, subchains: 0 }, "main")
                .expect("it can be laid out");
            longest = longest.max(started.elapsed());
            assert_eq!(drawn.matches("<path class").count(), edges.len());
        }
        assert!(longest < Duration::from_secs(5), "{longest:?}");
    }
}
