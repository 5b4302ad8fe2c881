//! Twenty ways to see a table, from easy to hard.

use crate::color::Rgb;
use crate::point::Point;

use super::{Camera, Clutter, Light, Scene};

/// A way to see a table.
#[derive(Copy, Clone, Debug)]
pub struct Condition {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether recognition has to be good here, and not only to do no harm.
    pub is_normal: bool,
    change: fn(Scene) -> Scene,
}

impl Condition {
    /// The table, in pictures of a size.
    pub fn scene(&self, width: usize, height: usize) -> Scene {
        (self.change)(Scene::new(width, height))
    }
}

const fn normal(name: &'static str, about: &'static str, change: fn(Scene) -> Scene) -> Condition {
    Condition { name, about, is_normal: true, change }
}

const fn hard(name: &'static str, about: &'static str, change: fn(Scene) -> Scene) -> Condition {
    Condition { name, about, is_normal: false, change }
}

/// All of them, the normal ones first.
pub const CONDITIONS: [Condition; 20] = [
    normal("daylight", "even light, tilt 26°, noise 3", |scene| scene),
    normal("above", "from straight above", |scene| {
        with_camera(scene, |camera| Camera { tilt: 0.0, turn: 0.0, ..camera })
    }),
    normal("tilted", "tilt 49°, strong perspective", |scene| {
        with_camera(scene, |camera| Camera { tilt: 0.85, distance: 1.6, zoom: 0.85, ..camera })
    }),
    normal("askew", "turned by 20°", |scene| {
        with_camera(scene, |camera| Camera { turn: 0.35, zoom: 0.62, ..camera })
    }),
    normal("mirror", "left and right swapped", |scene| {
        with_camera(scene, |camera| Camera { mirror: true, ..camera })
    }),
    normal("lamp", "a lamp at the left: twice as bright there as at the right", |scene| {
        let light = Light { slope: Point::new(-0.65, 0.1), vignette: 0.2, ..Light::default() };
        Scene { light, ..scene }
    }),
    normal("dim", "a third of the light, noise 4", |scene| {
        with_level(Scene { noise: 4.0, ..scene }, [0.36, 0.35, 0.33])
    }),
    normal("warm", "the light of a bulb", |scene| with_level(scene, [1.1, 0.9, 0.6])),
    normal("cool", "the light of a screen", |scene| with_level(scene, [0.75, 0.85, 1.1])),
    normal("noisy", "noise 10", |scene| Scene { noise: 10.0, ..scene }),
    normal("soft", "blurred by 3 pixels", |scene| Scene { blur: 3.0, ..scene }),
    normal("green", "green markers, an orange piece, a gray table", |scene| Scene {
        marker: Rgb::new(30, 160, 70),
        piece: Rgb::new(240, 130, 20),
        table: Rgb::new(150, 150, 155),
        ..scene
    }),
    hard("far", "the board is a third of the picture's height", |scene| {
        with_camera(scene, |camera| Camera { zoom: 0.36, ..camera })
    }),
    hard("shaking", "a camera in the hand: 6 pixels from frame to frame", |scene| {
        with_camera(scene, |camera| Camera { shake: 6.0, ..camera })
    }),
    hard("shadow", "half of the board in a dark shadow", |scene| {
        let light = Light { shade: Some((0.5, 0.5)), ..Light::default() };
        Scene { light, shadow: 0.4, ..scene }
    }),
    hard("night", "a sixth of the light, noise 6", |scene| {
        with_level(Scene { noise: 6.0, ..scene }, [0.17, 0.16, 0.15])
    }),
    hard("grainy", "noise 25", |scene| Scene { noise: 25.0, ..scene }),
    hard("foggy", "blurred by 9 pixels", |scene| Scene { blur: 9.0, ..scene }),
    hard("blinking", "every second one marker is hidden for a third of it", |scene| Scene {
        blink: Some(60),
        ..scene
    }),
    hard(
        "cluttered",
        "a pink cup, pink crumbs and a blue pen beside the board, on red wood",
        |scene| {
            let thing = |x, y, radius, color| Clutter { place: Point::new(x, y), radius, color };
            let pink = Rgb::new(220, 60, 140);
            Scene {
                table: Rgb::new(170, 110, 80),
                grain: 0.3,
                clutter: vec![
                    thing(0.08, 0.3, 0.06, pink),
                    thing(0.9, 0.85, 0.004, pink),
                    thing(0.88, 0.2, 0.003, pink),
                    thing(0.93, 0.5, 0.02, Rgb::new(40, 80, 200)),
                ],
                ..scene
            }
        },
    ),
];

fn with_camera(scene: Scene, change: fn(Camera) -> Camera) -> Scene {
    Scene { camera: change(scene.camera), ..scene }
}

fn with_level(scene: Scene, level: [f64; 3]) -> Scene {
    Scene { light: Light { level, ..scene.light }, ..scene }
}
