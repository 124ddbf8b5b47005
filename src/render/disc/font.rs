//! Letters as strokes of a pen, on a grid six high from the baseline (6) up to capitals (0) and
//! three deep below it; lowercase letters reach up to 2.
//!
//! A stroke is a list of points, each two digits: right and down. A stroke with `~` is a curve, the
//! quadratic B-spline with these control points, from the first to the last; others are straight
//! from point to point.

use super::sheet::Point;

/// Height of capitals on the grid.
pub(super) const CAPITAL: f32 = 6.0;
/// Gap between two letters.
const GAP: f32 = 1.9;
/// Width of a blank.
const BLANK: f32 = 3.0;
/// Points that a curve has between two of its control points.
const SMOOTH: usize = 4;

/// Strokes drawn for a character that has no letter.
const UNKNOWN: &str = "0040460600";

fn strokes(character: char) -> &'static str {
    match character {
        'A' => "062046 1434",
        'B' => "0006 ~002040432303 ~032343462606",
        'C' => "~4140200006264645",
        'D' => "0006 ~002040462606",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "~4140200006264643 4323",
        'H' => "0006 4046 0343",
        'I' => "0006",
        'J' => "~303436160605",
        'K' => "0006 4004 1346",
        'L' => "000646",
        'M' => "0600245056",
        'N' => "06004640",
        'O' => "~20000626464020",
        'P' => "0006 ~002040432303",
        'Q' => "~20000626464020 2446",
        'R' => "0006 ~002040432303 2346",
        'S' => "~4140200003234346260605",
        'T' => "0040 2026",
        'U' => "~00040626464440",
        'V' => "002640",
        'W' => "0016315660",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "~040232360604 3236",
        'b' => "0006 ~040232360604",
        'c' => "~333202063635",
        'd' => "3036 ~040232360604",
        'e' => "0434 ~343202063635",
        'f' => "~30101216 0232",
        'g' => "~040232360604 ~3236380807",
        'h' => "0006 ~0402323436",
        'i' => "0206 0000",
        'j' => "~12161808 1010",
        'k' => "0006 3204 1336",
        'l' => "0006",
        'm' => "0206 ~0402323436 ~3432626466",
        'n' => "0206 ~0402323436",
        'o' => "~040232360604",
        'p' => "0208 ~040232360604",
        'q' => "3238 ~040232360604",
        'r' => "0206 ~04022232",
        's' => "~3332020434360605",
        't' => "~10141636 0232",
        'u' => "~0204063634 3236",
        'v' => "022642",
        'w' => "0216335662",
        'x' => "0236 3206",
        'y' => "0226 4218",
        'z' => "02320636",
        '0' => "~20000626464020",
        '1' => "022026",
        '2' => "~01002040422406 0646",
        '3' => "~010020404323 ~234346260605",
        '4' => "300444 3036",
        '5' => "400002 ~02224246260605",
        '6' => "~4140200006264643230304",
        '7' => "004016",
        '8' => "~20000323434020 ~23030626464323",
        '9' => "~0506264640200003234342",
        '!' => "0004 0606",
        '"' => "0001 2021",
        '#' => "1016 3036 0242 0444",
        '$' => "~4140200003234346260605 2026",
        '%' => "4006 0001 4546",
        '&' => "~461100202204062644",
        '\'' => "0001",
        '(' => "~20020628",
        ')' => "~00222608",
        '*' => "2024 0143 4103",
        '+' => "2125 0343",
        ',' => "1607",
        '-' => "0434",
        '.' => "0606",
        '/' => "3007",
        ':' => "0303 0606",
        ';' => "1313 1607",
        '<' => "310335",
        '=' => "0232 0434",
        '>' => "013305",
        '?' => "~01002040422324 2626",
        '@' => "~460600404434 ~343212143424",
        '[' => "10000818",
        '\\' => "0037",
        ']' => "00101808",
        '^' => "022042",
        '_' => "0747",
        '`' => "0011",
        '{' => "~20101304141828",
        '|' => "0008",
        '}' => "~00101324141808",
        '~' => "~04123442",
        ' ' => "",
        _ => UNKNOWN,
    }
}

/// The lines of a text's letters, on the grid, from left to right.
pub(super) fn lines(text: &str) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    let mut pen = 0.0;
    for character in text.chars() {
        let strokes = strokes(character);
        let mut width: f32 = if character == ' ' { BLANK - GAP } else { 0.0 };
        for stroke in parsed(strokes) {
            width = stroke.iter().fold(width, |width, point| width.max(point[0]));
            lines.push(stroke.into_iter().map(|[x, y]| [x + pen, y]).collect());
        }
        pen += width + GAP;
    }
    lines
}

/// Width of a text on the grid.
pub(super) fn width(text: &str) -> f32 {
    let of = |character: char| {
        let points = parsed(strokes(character)).flatten();
        let blank = if character == ' ' { BLANK - GAP } else { 0.0 };
        points.fold(blank, |width: f32, point| width.max(point[0])) + GAP
    };
    (text.chars().map(of).sum::<f32>() - GAP).max(0.0)
}

fn parsed(strokes: &'static str) -> impl Iterator<Item = Vec<Point>> {
    strokes.split_ascii_whitespace().map(|stroke| {
        let curve = stroke.strip_prefix('~');
        let digits = curve.unwrap_or(stroke).as_bytes();
        let number = |digit: u8| f32::from(digit.wrapping_sub(b'0'));
        let points: Vec<Point> =
            digits.chunks_exact(2).map(|pair| [number(pair[0]), number(pair[1])]).collect();
        if curve.is_some() { curved(&points) } else { points }
    })
}

/// The quadratic B-spline with these control points, which begins and ends at the outer ones.
fn curved(points: &[Point]) -> Vec<Point> {
    let middle = |a: Point, b: Point| [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
    let mut curve = vec![points[0]];
    for three in points.windows(3) {
        let [a, b, c] = [three[0], three[1], three[2]];
        let (from, to) = (middle(a, b), middle(b, c));
        for step in 0..=SMOOTH {
            let t = step as f32 / SMOOTH as f32;
            let at = |axis: usize| {
                let (p, q, r) = (from[axis], b[axis], to[axis]);
                (1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * q + t * t * r
            };
            curve.push([at(0), at(1)]);
        }
    }
    curve.extend(points.last());
    curve
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_strokes_on_the_grid() {
        for character in (' '..='~').skip(1) {
            let strokes = strokes(character);
            assert_ne!(strokes, UNKNOWN, "{character}");
            for stroke in strokes.split_ascii_whitespace() {
                let digits = stroke.trim_start_matches('~');
                assert!(digits.len() >= 4 && digits.len() % 2 == 0, "{character}: {stroke}");
                assert!(digits.bytes().all(|digit| digit.is_ascii_digit()), "{character}");
            }
            for point in parsed(strokes).flatten() {
                assert!((0.0..=6.0).contains(&point[0]), "{character}: {point:?}");
                assert!((0.0..=8.0).contains(&point[1]), "{character}: {point:?}");
            }
        }
        assert!(width("ab") > width("a"));
        assert_eq!(width(""), 0.0);
        assert_eq!(parsed(strokes('é')).flatten().count(), 5);
    }
}
