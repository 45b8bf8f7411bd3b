"""Trains the digit network: `python3 train.py FONTS OUT [--from WEIGHTS] [--minutes N] [--steps N]`.

FONTS holds one folder per unpacked Debian font package (see README.md). Every fifth package is kept out of training and
measured on at the end. The learning rate falls along a cosine over the steps or the minutes, whichever end first.
"""

import argparse
import multiprocessing
import os
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
import jax
import jax.numpy as jnp
import numpy as np
import optax

from samples import HEIGHT, WIDTH, Drawer, find_fonts, split_fonts

CHANNELS = (8, 20, 32)
HIDDEN = 64
# Outputs: how many digits (0: no number, 1, 2, 3), then one softmax of ten for every digit of every length.
DIGITS_AT = {1: (4,), 2: (14, 24), 3: (34, 44, 54)}
OUTPUTS = 64
POOL = 600000


def initial(key):
    keys = jax.random.split(key, 5)
    sizes = [(3, 3, 1, CHANNELS[0]), (3, 3, CHANNELS[0], CHANNELS[1]), (3, 3, CHANNELS[1], CHANNELS[2]),
             (HEIGHT // 8 * (WIDTH // 8) * CHANNELS[2], HIDDEN), (HIDDEN, OUTPUTS)]
    return [(jax.random.normal(k, s) * np.sqrt(2 / np.prod(s[:-1])), jnp.zeros(s[-1])) for k, s in zip(keys, sizes)]


def network(layers, x, drop=None):
    x = x[..., None]
    for weights, bias in layers[:3]:
        x = jax.lax.conv_general_dilated(x, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) + bias
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        x = jax.nn.relu(x)
    x = x.reshape(x.shape[0], -1)
    if drop is not None:
        x = x * jax.random.bernoulli(drop, 0.9, x.shape) / 0.9
    x = jax.nn.relu(x @ layers[3][0] + layers[3][1])
    return x @ layers[4][0] + layers[4][1]


def log_likelihood(outputs, values):
    """log p(value) for each row; -1 is no number."""
    length = jnp.where(values < 0, 0, 1 + (values >= 10) + (values >= 100))
    total = jnp.take_along_axis(jax.nn.log_softmax(outputs[:, :4]), length[:, None], 1)[:, 0]
    for count, starts in DIGITS_AT.items():
        for place, start in enumerate(starts):
            digit = jnp.maximum(values, 0) // 10 ** (count - 1 - place) % 10
            each = jnp.take_along_axis(jax.nn.log_softmax(outputs[:, start:start + 10]), digit[:, None], 1)[:, 0]
            total += jnp.where(length == count, each, 0)
    return total


def generate(fonts, seed, count, queue):
    drawer = Drawer(fonts, seed)
    while True:
        queue.put(drawer.batch(count))


def jittered(cuts, rng):
    """Small shifts, gain and noise, so that no sample is seen twice alike."""
    x = cuts.astype(np.float32) / 255
    x = np.roll(x, (rng.integers(-1, 2), rng.integers(-1, 2)), (1, 2))
    gain = rng.uniform(0.85, 1.2, (len(x), 1, 1)).astype(np.float32)
    noise = rng.normal(0, 1, x.shape).astype(np.float32) * rng.uniform(0, 0.06, (len(x), 1, 1)).astype(np.float32)
    return np.clip(x * gain + noise, 0, 1)


def train(layers, fonts, chosen, report):
    fork = multiprocessing.get_context("fork")
    queue = fork.Queue(2)
    worker = fork.Process(target=generate, args=(fonts, chosen.seed, 2000, queue), daemon=True)
    worker.start()
    start, rng = time.time(), np.random.default_rng(chosen.seed)
    cuts, values = queue.get()
    optimiser = optax.inject_hyperparams(optax.adamw)(learning_rate=0.0, weight_decay=1e-4)
    state = optimiser.init(layers)

    @jax.jit
    def step(layers, state, x, y, key):
        loss, gradient = jax.value_and_grad(lambda p: -log_likelihood(network(p, x, key), y).clip(-12).mean())(layers)
        update, state = optimiser.update(gradient, state, layers)
        return optax.apply_updates(layers, update), state, loss

    mean = 0.0
    for i in range(chosen.steps):
        done = max(i / chosen.steps, (time.time() - start) / (chosen.minutes * 60))
        if done >= 1:
            break
        while len(cuts) < POOL and (not queue.empty() or len(cuts) < 20000 + 12 * i):
            cuts, values = (np.concatenate(pair) for pair in zip((cuts, values), queue.get()))
            if len(cuts) >= POOL:
                worker.terminate()
        pick = rng.integers(0, len(cuts), 192)
        state.hyperparams["learning_rate"] = jnp.float32(min(1, (i + 10) / 200) * chosen.rate * (1 + np.cos(np.pi * done)) / 2)
        layers, state, loss = step(layers, state, jittered(cuts[pick], rng), values[pick], jax.random.PRNGKey(i))
        mean += (float(loss) - mean) * (0.01 if i else 1)
        if i % 500 == 0:
            report(f"step {i} loss {mean:.3f} pool {len(cuts)} seconds {time.time() - start:.0f}")
            write(layers, chosen.out)
    worker.terminate()
    return layers


def write(layers, path):
    """Each layer: f32 scale, i8 weights with the output channel innermost, f32 biases; little-endian, no header."""
    with open(path, "wb") as out:
        for weights, bias in layers:
            w = np.asarray(weights, np.float32)
            scale = np.float32(np.abs(w).max() / 127)
            out.write(scale.tobytes() + np.int8(np.round(w / scale)).tobytes() + np.asarray(bias, "<f4").tobytes())


def read(path):
    """What `write` wrote."""
    data, layers = open(path, "rb").read(), []
    for shape in (w.shape for w, _ in initial(jax.random.PRNGKey(0))):
        count = int(np.prod(shape))
        scale = np.frombuffer(data[:4], "<f4")[0]
        weights = np.frombuffer(data[4:4 + count], np.int8).reshape(shape) * scale
        bias = np.frombuffer(data[4 + count:4 + count + 4 * shape[-1]], "<f4")
        layers.append((jnp.asarray(weights), jnp.asarray(bias)))
        data = data[4 + count + 4 * shape[-1]:]
    return layers


def quantised(layers):
    rounded = []
    for weights, bias in layers:
        scale = jnp.abs(weights).max() / 127
        rounded.append((jnp.round(weights / scale) * scale, bias))
    return rounded


def measure(layers, fonts, report):
    cuts, values = Drawer(fonts, 99).batch(4000)
    likely = jax.jit(lambda x: network(layers, x))
    outputs = np.concatenate([likely(part) for part in np.split(cuts.astype(np.float32) / 255, 8)])
    every = np.stack([np.asarray(log_likelihood(outputs, np.full(len(values), v))) for v in range(-1, 145)], 1)
    inside = values < 145
    right = every.argmax(1) - 1 == values
    sure = np.exp(every.max(1)) > 0.9
    for name, group in (("numbers", values >= 0), ("no number", values < 0)):
        group = group & inside
        report(f"{name}: right {right[group].mean():.4f}, sure {(sure & group).sum() / group.sum():.4f}, "
               f"right when sure {right[group & sure].mean():.5f}")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("fonts")
    arguments.add_argument("out")
    arguments.add_argument("--from", dest="begin", help="weights to go on from")
    arguments.add_argument("--minutes", type=float, default=20)
    arguments.add_argument("--steps", type=int, default=14000)
    arguments.add_argument("--rate", type=float, default=2.5e-3)
    arguments.add_argument("--seed", type=int, default=7)
    chosen = arguments.parse_args()
    fonts = find_fonts(chosen.fonts.rstrip("/"))
    learned, held_out = split_fonts(fonts)
    say = lambda line: print(line, flush=True)
    say(f"{sum(map(len, fonts.values()))} fonts of {len(fonts)} packages, {len(held_out)} packages held out")
    layers = read(chosen.begin) if chosen.begin else initial(jax.random.PRNGKey(5))
    layers = quantised(train(layers, learned, chosen, say))
    write(layers, chosen.out)
    measure(layers, held_out, say)
