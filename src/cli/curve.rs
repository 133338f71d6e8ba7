//! Losses of training, epoch by epoch, as an SVG file of its own. Knows colours and axes; not what was learned.

use super::html::escaped;
use crate::learn::train::Loss;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// Room for labels: left, right, above, below.
const MARGINS: (f64, f64, f64, f64) = (74.0, 20.0, 40.0, 50.0);
const TRAINING: &str = "#b98b62";
const VALIDATION: &str = "#2f5d8a";
const INK: &str = "#333333";
const GRID: &str = "#dddddd";
const FONT: &str = "Helvetica,Arial,'DejaVu Sans',sans-serif";
/// About so many lines across.
const TICKS: f64 = 5.0;

/// Where values lie on paper.
struct Axes {
    epochs: usize,
    lowest: f64,
    highest: f64,
}

impl Axes {
    fn x(&self, epoch: usize) -> f64 {
        let (left, right, ..) = MARGINS;
        let share = (epoch.saturating_sub(1)) as f64 / (self.epochs.saturating_sub(1)).max(1) as f64;
        left + share * (WIDTH - left - right)
    }

    fn y(&self, loss: f64) -> f64 {
        let (_, _, above, below) = MARGINS;
        let share = (loss - self.lowest) / (self.highest - self.lowest);
        HEIGHT - below - share * (HEIGHT - above - below)
    }
}

/// The curve as a well-formed SVG document: both losses over the epochs gone by, of so many.
pub fn svg(title: &str, losses: &[Loss], epochs: usize) -> String {
    let values = losses.iter().flat_map(|loss| [loss.training, loss.validation]);
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // No loss yet, or always the same.
    let (lowest, highest) = if values.is_empty() { (0.0, 1.0) } else { (lowest, highest) };
    let room = ((highest - lowest) * 0.05).max(highest.abs() * 1e-3).max(1e-9);
    let axes = Axes { epochs: epochs.max(1), lowest: lowest - room, highest: highest + room };
    let (left, right, above, below) = MARGINS;
    let (middle, foot) = ((left + WIDTH - right) / 2.0, HEIGHT - below);
    let title = escaped(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" font-family=\"{FONT}\" font-size=\"12\" fill=\"{INK}\">\n\
         <title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{middle}\" y=\"22\" text-anchor=\"middle\" font-size=\"14\">{title}</text>\n"
    );
    across(&mut text, &axes);
    along(&mut text, &axes);
    let upright = (above + foot) / 2.0;
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "<path d=\"M{left} {above}V{foot}H{}\" fill=\"none\" stroke=\"{INK}\"/>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">epoch</text>\n\
         <text x=\"16\" y=\"{upright}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {upright})\">mean squared \
         error</text>",
        WIDTH - right,
        HEIGHT - 12.0
    );
    let training = losses.iter().map(|loss| loss.training);
    let validation = losses.iter().map(|loss| loss.validation);
    line(&mut text, &axes, TRAINING, training);
    line(&mut text, &axes, VALIDATION, validation);
    for (row, (name, colour)) in [("training", TRAINING), ("validation", VALIDATION)].into_iter().enumerate()
    {
        let (x, y) = (WIDTH - right - 110.0, above + 14.0 + 18.0 * row as f64);
        let _ = writeln!(
            text,
            "<path d=\"M{x} {y}h24\" stroke=\"{colour}\" stroke-width=\"2\"/>\n<text x=\"{}\" y=\"{}\">{name}</text>",
            x + 30.0,
            y + 4.0
        );
    }
    text + "</svg>\n"
}

/// Lines across at round losses.
fn across(text: &mut String, axes: &Axes) {
    let (left, right, ..) = MARGINS;
    let step = round_step((axes.highest - axes.lowest) / TICKS);
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let mut tick = (axes.lowest / step).ceil() * step;
    while tick <= axes.highest {
        let y = axes.y(tick);
        let _ = writeln!(
            text,
            "<path d=\"M{left} {y:.1}H{}\" stroke=\"{GRID}\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick:.digits$}</text>",
            WIDTH - right,
            left - 6.0,
            y + 4.0
        );
        tick += step;
    }
}

/// Round epochs along the foot.
fn along(text: &mut String, axes: &Axes) {
    let foot = HEIGHT - MARGINS.3;
    let step = round_step(axes.epochs as f64 / 10.0).max(1.0) as usize;
    let rounds = (step..=axes.epochs).step_by(step).filter(|epoch| *epoch > 1);
    for epoch in std::iter::once(1).chain(rounds) {
        let x = axes.x(epoch);
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {foot}v5\" stroke=\"{INK}\"/>\n\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{epoch}</text>",
            foot + 18.0
        );
    }
}

fn line(text: &mut String, axes: &Axes, colour: &str, losses: impl Iterator<Item = f64>) {
    let points = losses.enumerate().filter(|(_, loss)| loss.is_finite());
    let points = points.map(|(place, loss)| format!("{:.1},{:.1}", axes.x(place + 1), axes.y(loss)));
    let points = points.collect::<Vec<_>>();
    if let [only] = &points[..] {
        let (x, y) = only.split_once(',').unwrap_or_default();
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>");
    }
    let points = points.join(" ");
    let _ = writeln!(
        text,
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
    );
}

/// The next of 1, 2, 5, 10, 20 and so on.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|round| *round >= step)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falling(count: usize) -> Vec<Loss> {
        let loss = |epoch: usize| Loss { training: 0.1 / epoch as f64, validation: 0.12 / epoch as f64 };
        (1..=count).map(loss).collect()
    }

    #[test]
    fn it_is_xml_with_axes_and_both_lines() {
        for (count, epochs) in [(0, 1), (0, 30), (1, 1), (3, 40), (40, 40), (1000, 1000)] {
            let text = svg("lecce & <co>", &falling(count), epochs);
            let document = roxmltree::Document::parse(&text).unwrap();
            let named = |name| document.descendants().filter(move |node| node.has_tag_name(name));
            assert_eq!(named("polyline").count(), 2);
            let texts: Vec<&str> = named("text").filter_map(|node| node.text()).collect();
            for label in ["lecce & <co>", "epoch", "mean squared error", "training", "validation", "1"] {
                assert!(texts.contains(&label), "{label}: {texts:?}");
            }
            assert!((6..40).contains(&texts.len()), "{count} {epochs}: {texts:?}");
            let points = named("polyline").next().and_then(|node| node.attribute("points")).unwrap_or("");
            assert_eq!(points.split_whitespace().count(), count);
        }
    }

    #[test]
    fn every_number_finds_a_place() {
        let odd = [
            Loss { training: 0.1, validation: 0.1 },
            Loss { training: f64::NAN, validation: f64::INFINITY },
            Loss { training: 0.1, validation: 0.1 },
        ];
        for losses in [&odd[..], &odd[..1], &odd[1..2]] {
            let text = svg("x", losses, 3);
            assert!(roxmltree::Document::parse(&text).is_ok());
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
        assert_eq!([0.03, 0.2, 7.0, 1.0].map(round_step), [0.05, 0.2, 10.0, 1.0]);
    }
}
