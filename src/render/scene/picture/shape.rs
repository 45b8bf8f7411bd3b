//! Shapes as signed distances: how far a point is outside (positive) or inside (negative) an edge.
//!
//! The exact distances are those collected by I. Quilez ("2D distance functions").

use super::tone::{Point, length};

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

/// The coordinates of `p` along `axis`, of length 1, and across it.
pub(super) fn along(p: Point, axis: Point) -> Point {
    [dot(p, axis), axis[0] * p[1] - axis[1] * p[0]]
}

pub(super) fn circle(p: Point, middle: Point, radius: f32) -> f32 {
    length(minus(p, middle)) - radius
}

/// A rectangle around the origin, `half` its width and height, its corners rounded.
pub(super) fn slab(p: Point, half: Point, corner: f32) -> f32 {
    let q = [p[0].abs() - half[0] + corner, p[1].abs() - half[1] + corner];
    length([q[0].max(0.0), q[1].max(0.0)]) + q[0].max(q[1]).min(0.0) - corner
}

/// A rod with round ends, `radii` thick at its two ends.
pub(super) fn rod(p: Point, from: Point, to: Point, radii: [f32; 2]) -> f32 {
    let (pa, ba) = (minus(p, from), minus(to, from));
    let h = (dot(pa, ba) / dot(ba, ba)).clamp(0.0, 1.0);
    length(minus(pa, [ba[0] * h, ba[1] * h])) - (radii[0] + (radii[1] - radii[0]) * h)
}

/// About the distance to an ellipse around the origin, `half` its width and height.
pub(super) fn ellipse(p: Point, half: Point) -> f32 {
    let near = length([p[0] / half[0], p[1] / half[1]]);
    let steep = length([p[0] / (half[0] * half[0]), p[1] / (half[1] * half[1])]);
    near * (near - 1.0) / steep.max(1e-6)
}

/// A five-pointed star around the origin, one point up; its inner corners at `waist` × `radius` of the regular ones.
pub(super) fn star(p: Point, radius: f32, waist: f32) -> f32 {
    const K: Point = [0.809_017, -0.587_785_25];
    let mut p = [p[0].abs(), -p[1]];
    for axis in [K, [-K[0], K[1]]] {
        let fold = 2.0 * dot(axis, p).max(0.0);
        p = [p[0] - fold * axis[0], p[1] - fold * axis[1]];
    }
    p = [p[0].abs(), p[1] - radius];
    let edge = [-K[1] * waist, K[0] * waist - 1.0];
    let h = (dot(p, edge) / dot(edge, edge)).clamp(0.0, radius);
    let distance = length([p[0] - edge[0] * h, p[1] - edge[1] * h]);
    if p[1] * edge[0] > p[0] * edge[1] { distance } else { -distance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_negative_inside_and_right_outside() {
        assert_eq!(circle([3.0, 4.0], [0.0, 0.0], 1.0), 4.0);
        assert_eq!(slab([3.0, 0.0], [1.0, 1.0], 0.2), 2.0);
        assert_eq!(slab([0.0, 0.0], [1.0, 2.0], 0.0), -1.0);
        assert_eq!(rod([0.0, 2.0], [-1.0, 0.0], [1.0, 0.0], [0.5, 0.5]), 1.5);
        assert!(star([0.0, 0.0], 1.0, 0.4) < 0.0 && star([0.0, -0.95], 1.0, 0.4) < 0.0);
        assert!(star([0.0, 0.95], 1.0, 0.4) > 0.0);
        assert!(ellipse([0.0, 0.0], [2.0, 1.0]) <= 0.0 && ellipse([2.5, 0.0], [2.0, 1.0]) > 0.0);
    }
}
