//! Merging colours until few enough are left (J. Ward, "Hierarchical grouping to optimize an objective function", 1963): of
//! all pairs, the one whose mean would do for both at the least cost. Where few more colours are there than there may
//! be, nearly all of them stay as they are.

use super::Sample;

type Point = [f32; 3];

/// Colours that were merged.
struct Group {
    mean: Point,
    weight: f32,
    /// The group that it would cost least to merge it with, and that cost.
    near: usize,
    cost: f32,
}

/// The means of `size` groups of these samples, which are at least as many, and each colour of which is there once.
pub(super) fn means(samples: &[Sample], size: usize) -> Vec<Point> {
    let group = |sample: &Sample| Group {
        mean: sample.colour.map(f32::from),
        weight: sample.weight,
        near: 0,
        cost: f32::INFINITY,
    };
    let mut groups: Vec<Group> = samples.iter().map(group).collect();
    let mut left: Vec<usize> = (0..groups.len()).collect();
    left.iter().for_each(|&index| seek(&mut groups, &left, index));
    while left.len() > size.max(1) {
        let cheapest = left.iter().copied().min_by(|&a, &b| groups[a].cost.total_cmp(&groups[b].cost));
        let Some(into) = cheapest else { break };
        let gone = groups[into].near;
        let (weight, more) = (groups[into].weight, groups[gone].weight);
        let mean = std::array::from_fn(|axis| {
            (weight * groups[into].mean[axis] + more * groups[gone].mean[axis]) / (weight + more)
        });
        groups[into] = Group { mean, weight: weight + more, ..groups[into] };
        left.retain(|&index| index != gone);
        // What is merged is no nearer to others than the nearer of both was.
        let stale = left.iter().copied().filter(|&index| index == into || [into, gone].contains(&groups[index].near));
        stale.collect::<Vec<_>>().into_iter().for_each(|index| seek(&mut groups, &left, index));
    }
    left.into_iter().map(|index| groups[index].mean).collect()
}

/// Finds the group that it costs least to merge one with.
fn seek(groups: &mut [Group], left: &[usize], index: usize) {
    let cost = |other: usize| {
        let (a, b) = (&groups[index], &groups[other]);
        let distance: f32 = (0..3).map(|axis| (a.mean[axis] - b.mean[axis]).powi(2)).sum();
        distance * a.weight * b.weight / (a.weight + b.weight)
    };
    let others = left.iter().copied().filter(|&other| other != index).map(|other| (cost(other), other));
    let nearest = others.min_by(|a, b| a.0.total_cmp(&b.0));
    (groups[index].cost, groups[index].near) = nearest.unwrap_or((f32::INFINITY, index));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Sample> {
        let colour = |i: u32| [(i * 37 % 256) as u8, (i * i % 256) as u8, (i * 11 % 256) as u8];
        (0..60).map(|i| Sample { colour: colour(i), weight: (1 + i * 7 % 13) as f32 }).collect()
    }

    fn cost((a, more): (Point, f32), (b, less): (Point, f32)) -> f32 {
        (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>() * more * less / (more + less)
    }

    #[test]
    fn the_cheapest_pairs_are_merged_as_a_plain_search_finds_them() {
        let mut groups: Vec<(Point, f32)> =
            samples().iter().map(|sample| (sample.colour.map(f32::from), sample.weight)).collect();
        while groups.len() > 20 {
            let pairs = (0..groups.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let costs = pairs.map(|(a, b)| (cost(groups[a], groups[b]), a, b));
            let (_, a, b) = costs.min_by(|x, y| x.0.total_cmp(&y.0)).unwrap();
            let ((x, more), (y, less)) = (groups.swap_remove(a), groups[b]);
            let mean = std::array::from_fn(|axis| (more * x[axis] + less * y[axis]) / (more + less));
            groups[b] = (mean, more + less);
        }
        let rounded = |means: Vec<Point>| {
            let mut rounded: Vec<[i32; 3]> =
                means.iter().map(|mean| mean.map(|value| (value * 8.0).round() as i32)).collect();
            rounded.sort_unstable();
            rounded
        };
        let plain = groups.into_iter().map(|(mean, _)| mean).collect();
        assert_eq!(rounded(means(&samples(), 20)), rounded(plain));
    }

    #[test]
    fn one_colour_too_many_costs_two_of_them_only() {
        let kept = means(&samples(), 59);
        let exact = |sample: &&Sample| kept.contains(&sample.colour.map(f32::from));
        assert_eq!((kept.len(), samples().iter().filter(exact).count()), (59, 58));
    }
}
