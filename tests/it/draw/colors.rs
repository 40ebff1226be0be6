//! The scales: lightness, contrast, color blindness. Oklab and the blindness matrices are written
//! here in the direction that `draw` does not have, from their papers.

use attnscope::draw::{ColorMap, Rgb, Theme, color, contrast, text_on};

/// Every color of a map, from its lower end, with its place on it.
fn scale(theme: Theme, map: ColorMap) -> Vec<(f64, Rgb)> {
    let first = if map == ColorMap::Diverging { -255 } else { 0 };
    (first..=255)
        .map(|i| f64::from(i) / 255.0)
        .map(|unit| (unit, color(theme, map, unit)))
        .collect()
}

fn every_scale() -> Vec<(Theme, ColorMap)> {
    Theme::ALL
        .into_iter()
        .flat_map(|theme| [ColorMap::Diverging, ColorMap::Sequential].map(|map| (theme, map)))
        .collect()
}

fn linear(Rgb(red, green, blue): Rgb) -> [f64; 3] {
    [red, green, blue].map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(m: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// Ottosson 2020.
fn oklab(linear: [f64; 3]) -> [f64; 3] {
    let cones = times(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        linear,
    );
    times(
        [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ],
        cones.map(f64::cbrt),
    )
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn lightness_runs_one_way_from_zero_to_each_end() {
    for (theme, map) in every_scale() {
        let lightness = |unit: f64| oklab(linear(color(theme, map, unit)))[0];
        let away = if theme == Theme::Light { -1.0 } else { 1.0 };
        for (unit, _) in scale(theme, map).into_iter().filter(|(unit, _)| unit.abs() < 1.0) {
            // Rounding to eight bits may take a little back, never over four steps.
            let further = |steps: f64| unit + unit.signum() * steps / 255.0;
            let step = |steps| away * (lightness(further(steps)) - lightness(unit));
            assert!(step(1.0) > -0.001, "{theme:?} {map:?} turns at {unit}");
            assert!(unit.abs() > 0.98 || step(4.0) > 0.0, "{theme:?} {map:?} is flat at {unit}");
        }
    }
}

#[test]
fn equal_amounts_on_either_side_of_zero_are_nearly_equally_light() {
    for theme in Theme::ALL {
        for (unit, more) in scale(theme, ColorMap::Sequential) {
            let less = color(theme, ColorMap::Diverging, -unit);
            let apart = oklab(linear(more))[0] - oklab(linear(less))[0];
            assert!(apart.abs() < 0.05, "{theme:?} at {unit}: {more} and {less} differ by {apart}");
        }
    }
}

#[test]
fn every_color_carries_a_readable_ink() {
    for (theme, map) in every_scale() {
        for (unit, ground) in scale(theme, map) {
            let ink = text_on(theme, ground);
            let found = contrast(ink, ground);
            assert!(found >= 4.5, "{theme:?} {map:?} {unit}: {ink} on {ground} has {found:.2}");
        }
    }
}

#[test]
fn texts_of_the_theme_are_readable_on_its_paper() {
    for theme in Theme::ALL {
        let inks = theme.inks();
        for ink in [inks.ink, inks.soft_ink, inks.selection] {
            assert!(contrast(ink, inks.paper) >= 4.5, "{theme:?}: {ink} on {}", inks.paper);
        }
    }
}

#[test]
fn contrast_is_that_of_the_guidelines() {
    // Known: black on white is 21; #767676 is the lightest grey that reaches 4.5 on white.
    assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
    assert!((contrast(Rgb(0x76, 0x76, 0x76), Rgb(255, 255, 255)) - 4.54).abs() < 0.005);
    assert!(contrast(Rgb(0x77, 0x77, 0x77), Rgb(255, 255, 255)) < 4.5);
}

/// Machado, Oliveira, Fernandes 2009, severity 1.
const PROTANOPIA: [[f64; 3]; 3] = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTERANOPIA: [[f64; 3]; 3] = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];

#[test]
fn minus_and_plus_stay_apart_for_color_blind_eyes() {
    for theme in Theme::ALL {
        for (unit, more) in scale(theme, ColorMap::Sequential) {
            let less = color(theme, ColorMap::Diverging, -unit);
            for eye in [PROTANOPIA, DEUTERANOPIA] {
                let seen = |color| oklab(times(eye, linear(color)).map(|v| v.max(0.0)));
                let apart = distance(seen(more), seen(less));
                assert!(apart >= 0.15 * unit - 0.005, "{theme:?} {unit}: {more} {less} {apart}");
            }
        }
    }
}

#[test]
fn both_maps_share_their_zero_and_their_blue() {
    for theme in Theme::ALL {
        for (unit, blue) in scale(theme, ColorMap::Sequential) {
            assert_eq!(color(theme, ColorMap::Diverging, unit), blue);
        }
        let zero = color(theme, ColorMap::Sequential, 0.0);
        for map in [ColorMap::Sequential, ColorMap::Diverging] {
            assert_eq!(color(theme, map, -0.0), zero);
            assert_eq!(color(theme, map, f64::NAN), zero);
            assert_eq!(color(theme, map, 7.0), color(theme, map, 1.0));
        }
        assert_eq!(color(theme, ColorMap::Sequential, -1.0), zero);
        assert_ne!(color(theme, ColorMap::Diverging, -1.0), zero);
    }
}

#[test]
fn no_color_of_a_scale_is_a_mark() {
    for (theme, map) in every_scale() {
        let inks = theme.inks();
        for (unit, ground) in scale(theme, map) {
            for mark in [inks.ink, inks.hatch, inks.hatch_tint] {
                let apart = distance(oklab(linear(mark)), oklab(linear(ground)));
                assert!(apart > 0.012, "{theme:?} {map:?} {unit}: {ground} looks like {mark}");
            }
        }
    }
}

#[test]
fn a_color_displays_as_css() {
    assert_eq!(Rgb(0x0c, 0x41, 0xff).to_string(), "#0c41ff");
}
