#!/usr/bin/env python3
"""Train the ranking of grids of src/vision/locate (see README.md).

    train.py LESSONS WEIGHTS [--steps N]     LESSONS: the folder of learned.txt and held_out.txt; WEIGHTS: weights.rs, to be written

A layer of rectified units over the normalised traits, beside a direct sum. Of all lattices of a screen those that are
right share the probability one: the loss is the negative logarithm of what the softmax of the scores gives them.
"""
import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

HIDDEN = 16
BATCH = 16  # screens a step
HARDEST, OTHERS = 60, 60  # wrong lattices of a screen in a step: those scored highest, and some at random
RATE, DECAY = 4e-3, 6e-4
LIMIT = 4.0  # normalised traits are cut off there


class Screen:
    """The lattices of one screen: how near each is to the board (0, 1, 2), its score so far, its traits."""

    def __init__(self, rows):
        rows = np.array(rows, np.float32)
        self.near, self.score, self.traits = rows[:, 0], rows[:, 1], rows[:, 2:]


def load(path):
    rows = {}
    with open(path) as lines:
        for line in lines:
            number, *values = line.split()
            rows.setdefault(number, []).append([float(value) for value in values])
    return [Screen(rows) for rows in rows.values()]


class Ranking:
    def __init__(self, screens, random):
        traits = np.concatenate([screen.traits for screen in screens])
        self.mean, self.spread = traits.mean(0), traits.std(0) + 1e-4
        count = traits.shape[1]
        self.parameters = {
            "weights": random.normal(0, count**-0.5, (count, HIDDEN)),
            "bias": np.zeros(HIDDEN),
            "out": random.normal(0, 0.15, HIDDEN),
            "direct": random.normal(0, 0.01, count),
        }

    def normalised(self, traits):
        return np.clip((traits - self.mean) / self.spread, -LIMIT, LIMIT)

    def score(self, x):
        p = self.parameters
        sums = x @ p["weights"] + p["bias"]
        return np.maximum(sums, 0) @ p["out"] + x @ p["direct"], sums

    def gradient(self, x, near):
        """The loss on one screen and how it changes with each parameter. The nearest lattices count twice."""
        p = self.parameters
        score, sums = self.score(x)
        odds = np.exp(score - score.max())
        share = odds / odds.sum()
        right = odds * near
        change = share - right / right.sum()
        back = np.outer(change, p["out"]) * (sums > 0)
        slopes = {
            "weights": x.T @ back,
            "bias": back.sum(0),
            "out": np.maximum(sums, 0).T @ change,
            "direct": x.T @ change,
        }
        return -np.log(share[near > 0].sum()), slopes

    def lesson(self, x, near, random):
        """All right lattices of a screen, the hardest wrong ones and some others."""
        wrong = np.flatnonzero(near == 0)
        if len(wrong) <= HARDEST + OTHERS:
            return x, near
        hardest = wrong[np.argsort(-self.score(x[wrong])[0])[:HARDEST]]
        chosen = np.concatenate([np.flatnonzero(near > 0), hardest, random.choice(wrong, OTHERS)])
        return x[chosen], near[chosen]


def train(ranking, screens, steps, random):
    """Adam, with weights that decay and a rate that rises for 100 steps and then falls to nothing."""
    data = [(ranking.normalised(screen.traits), screen.near) for screen in screens if screen.near.any()]
    first = {name: np.zeros_like(value) for name, value in ranking.parameters.items()}
    second = {name: np.zeros_like(value) for name, value in ranking.parameters.items()}
    for step in range(1, steps + 1):
        total, loss = {name: 0.0 for name in first}, 0.0
        for index in random.integers(0, len(data), BATCH):
            one, slopes = ranking.gradient(*ranking.lesson(*data[index], random))
            loss += one / BATCH
            for name, slope in slopes.items():
                total[name] = total[name] + slope / BATCH
        rate = RATE * min(1, step / 100) * (1 - step / steps) + 1e-5
        for name, value in ranking.parameters.items():
            slope = total[name] + (DECAY * value if name != "bias" else 0)
            first[name] = 0.9 * first[name] + 0.1 * slope
            second[name] = 0.99 * second[name] + 0.01 * slope**2
            value -= rate * first[name] / (np.sqrt(second[name]) + 1e-6)
        if step % 500 == 0:
            print(f"step {step} loss {loss:.3f}", flush=True)


def shares(screens, score):
    """Of how many screens the best lattice is right, and one of the best three."""
    order = [np.argsort(-score(screen)) for screen in screens]
    first = [screen.near[best[0]] > 0 for screen, best in zip(screens, order)]
    three = [screen.near[best[:3]].any() for screen, best in zip(screens, order)]
    return f"first {np.mean(first):.3f}, among three {np.mean(three):.3f}"


def rust(ranking):
    """The weights as src/vision/locate/weights.rs; rustfmt does the rest."""

    def row(values):
        return "[" + ", ".join(f"{value:.4f}" for value in values) + "]"

    p = ranking.parameters
    rows = ", ".join(row(unit) for unit in p["weights"].T)
    return f"""//! The learned weights of [`super::rank`].
#![allow(clippy::approx_constant)]

use super::traits::TRAITS;

/// The mean of every trait among the lattices learned from, and its standard deviation.
pub(super) const MEAN: [f32; TRAITS] = {row(ranking.mean)};
pub(super) const SPREAD: [f32; TRAITS] = {row(ranking.spread)};
/// What every normalised trait is worth by itself.
pub(super) const DIRECT: [f32; TRAITS] = {row(p["direct"])};
/// How many units.
pub(super) const HIDDEN: usize = {HIDDEN};
/// What every normalised trait is worth to each unit, from where on the unit counts, and what it is worth.
pub(super) const WEIGHTS: [[f32; TRAITS]; HIDDEN] = [{rows}];
pub(super) const BIAS: [f32; HIDDEN] = {row(p["bias"])};
pub(super) const OUT: [f32; HIDDEN] = {row(p["out"])};
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lessons")
    parser.add_argument("weights")
    parser.add_argument("--steps", type=int, default=5000)
    args = parser.parse_args()
    learned, held_out = (load(os.path.join(args.lessons, name)) for name in ("learned.txt", "held_out.txt"))
    random = np.random.default_rng(0)
    ranking = Ranking(learned, random)
    train(ranking, learned, args.steps, random)
    for name, screens in (("learned", learned), ("held out", held_out)):
        print(f"{name}: {len(screens)} screens, {np.mean([screen.near.any() for screen in screens]):.3f} with the board at all")
        print("  so far:", shares(screens, lambda screen: screen.score))
        print("  now:   ", shares(screens, lambda screen: ranking.score(ranking.normalised(screen.traits))[0]))
    with open(args.weights, "w") as file:
        file.write(rust(ranking))


if __name__ == "__main__":
    main()
