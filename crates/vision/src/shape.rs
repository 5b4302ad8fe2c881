//! What an overlay is made of.

use serde::{Deserialize, Serialize};

use crate::color::Paint;
use crate::homography::Ellipse;
use crate::point::Point;

/// Something to draw. A display list is drawn in its order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Shape {
    /// A convex area.
    Area {
        points: Vec<Point>,
        paint: Paint,
    },
    Line {
        from: Point,
        to: Point,
        width: f64,
        paint: Paint,
    },
    /// A filled ellipse.
    Disc {
        ellipse: Ellipse,
        paint: Paint,
    },
    /// The outline of an ellipse.
    Ring {
        ellipse: Ellipse,
        width: f64,
        paint: Paint,
    },
    /// Words around a center; `height` is that of a capital letter.
    Text {
        center: Point,
        height: f64,
        text: String,
        paint: Paint,
    },
}
