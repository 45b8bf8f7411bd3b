#!/usr/bin/env python3
"""Train the compatibility network of src/vision/assemble (see README.md).

    train.py PICTURES WEIGHTS [--minutes N] [--resume WEIGHTS]     PICTURES: a folder of pictures; WEIGHTS: the file to write

A tower of three one-dimensional convolutions runs over the strip of pixels along one side of a tile. Two sides are
compared through the absolute difference of their tower outputs; a second small head gives each side the logit of
"nothing belongs here" (border of the picture, neighbour of the blank, a tile of another picture). Training is
contrastive: on a drawn board, each side has to find its neighbour among all other tiles and "nothing".
"""
import argparse
import glob
import os
import queue
import threading
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import jax
import jax.numpy as jnp
import numpy as np
import optax

LENGTH = 48  # samples along the side
BANDS = (0, 1, 2, 3, 5, 8, 12)  # limits of the depth bands, in units (see `unit`)
DEPTH = len(BANDS) - 1
LAYERS = ((5, DEPTH * 3, 48, 1), (5, 48, 48, 1), (3, 48, 32, 2))  # kernel, inputs, outputs, stride
FEATURES = LAYERS[-1][2]
HEAD = 32
NULL = 16
BOARD = 7  # boards of BOARD x BOARD tiles, one of them the blank


def unit(side):
    """The depth unit in pixels for tiles that are `side` pixels deep."""
    return side / 24 if side < 24 else max(1.0, side / 96)


def box(limits, size):
    """The matrix that averages `size` samples over the intervals between `limits`."""
    limits = np.asarray(limits, np.float64)
    lo, hi = limits[:-1, None], limits[1:, None]
    at = np.arange(size)[None]
    part = np.clip(np.minimum(hi, at + 1) - np.maximum(lo, at), 0, None)
    return (part / (hi - lo)).astype(np.float32)


def normalise(tiles):
    """Tiles (n, h, w, 3) in RGB, 0..255, as luma and two colour differences in units of the board's contrast."""
    luma = tiles @ np.array([0.299, 0.587, 0.114], np.float32)
    scale = 1.0 / max(float(luma.std()), 16.0)
    return np.stack([luma - luma.mean(), tiles[..., 0] - luma, tiles[..., 2] - luma], -1) * scale


def strips(tiles):
    """The four strips (n, LENGTH, DEPTH*3), outermost band first: right, left, bottom, top."""
    t = normalise(tiles)
    _, h, w, _ = t.shape
    along_h, along_w = box(np.linspace(0, h, LENGTH + 1), h), box(np.linspace(0, w, LENGTH + 1), w)
    deep_h, deep_w = box(np.array(BANDS) * unit(h), h), box(np.array(BANDS) * unit(w), w)

    def cut(x, deep, along):  # x: (n, depth, length, 3)
        d = int(np.ceil(BANDS[-1] * unit(x.shape[1])))
        d = min(d, x.shape[1])
        y = np.tensordot(x[:, :d], deep[:, :d], (1, 1))  # n, length, 3, DEPTH
        y = np.tensordot(y, along, (1, 1))  # n, 3, DEPTH, LENGTH
        return np.ascontiguousarray(y.transpose(0, 3, 2, 1)).reshape(len(x), LENGTH, DEPTH * 3)

    across = t.transpose(0, 2, 1, 3)
    return (
        cut(across[:, ::-1], deep_w, along_h),
        cut(across, deep_w, along_h),
        cut(t[:, ::-1], deep_h, along_w),
        cut(t, deep_h, along_w),
    )


def initial(key):
    weights = []
    for kernel, inputs, outputs, _ in LAYERS:
        key, k = jax.random.split(key)
        weights += [jax.random.normal(k, (kernel * inputs, outputs)) * np.sqrt(2 / (kernel * inputs)), jnp.zeros(outputs)]
    a, b, c, d = jax.random.split(key, 4)
    weights += [jax.random.normal(a, (3 * FEATURES, HEAD)) * 0.1, jnp.zeros(HEAD), jax.random.normal(b, (HEAD, 1)) * 0.1]
    weights += [jnp.ones(FEATURES), jnp.zeros(1)]
    weights += [jax.random.normal(c, (2 * FEATURES, NULL)) * 0.1, jnp.zeros(NULL), jax.random.normal(d, (NULL, 1)) * 0.1]
    return weights


def tower(weights, x):
    for i, (kernel, _, _, stride) in enumerate(LAYERS):
        w, b = weights[2 * i], weights[2 * i + 1]
        pad = kernel // 2
        count = x.shape[1]
        x = jnp.pad(x, ((0, 0), (pad, pad), (0, 0)))
        x = jnp.concatenate([x[:, k : k + count : stride] for k in range(kernel)], -1)
        x = x @ w + b
        if i + 1 < len(LAYERS):
            x = jax.nn.relu(x)
    return x


def compare(weights, a, b):
    head, bias, last, plain, offset = weights[6:11]
    d = jnp.abs(a[:, None] - b[None])
    mean = d.mean(2)
    square = jnp.sqrt((d * d).mean(2) + 1e-6)
    root = jnp.sqrt(d + 1e-4).mean(2)
    z = jnp.concatenate([mean, square, root], -1)
    return -3 * ((mean * jax.nn.softplus(plain)).sum(-1) + (jax.nn.relu(z @ head + bias) @ last)[..., 0]) + offset[0]


def nothing(weights, a):
    head, bias, last = weights[11:14]
    mean = a.mean(1)
    spread = jnp.abs(a - mean[:, None]).mean(1)
    return (jax.nn.relu(jnp.concatenate([mean, spread], -1) @ head + bias) @ last)[..., 0] * 3


def loss(weights, right, left, bottom, top, targets):
    n = right.shape[0]
    f = tower(weights, jnp.concatenate([right, left, bottom, top]))
    none = nothing(weights, f)
    total = 0.0
    for axis in range(2):
        a, b = f[2 * axis * n : (2 * axis + 1) * n], f[(2 * axis + 1) * n : (2 * axis + 2) * n]
        s = compare(weights, a, b) - jnp.eye(n) * 1e4
        rows = jnp.concatenate([s, none[2 * axis * n : (2 * axis + 1) * n, None]], 1)
        columns = jnp.concatenate([s.T, none[(2 * axis + 1) * n : (2 * axis + 2) * n, None]], 1)
        for table, target in ((rows, targets[2 * axis]), (columns, targets[2 * axis + 1])):
            total -= jnp.take_along_axis(jax.nn.log_softmax(table, 1), target[:, None], 1).mean()
    return total


def drawing(rng):
    """Shaded ground, shapes, lines and letters, each of one colour."""
    size = 700
    ramp = np.linspace(0, 1, size)[:, None, None] * rng.uniform(-120, 120, 3) + rng.integers(0, 256, 3)
    im = np.clip(np.broadcast_to(ramp, (size, size, 3)), 0, 255).astype(np.uint8).copy()
    for _ in range(rng.integers(15, 120)):
        colour = [int(v) for v in rng.integers(0, 256, 3)]
        at = rng.integers(-50, size + 50, 2)
        kind = rng.integers(5)
        thick = int(rng.choice([-1, 1, 2, 4, 8]))
        r = int(rng.integers(6, 130))
        if kind == 0:
            cv2.circle(im, tuple(map(int, at)), r, colour, thick, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(im, tuple(map(int, at)), tuple(map(int, at + rng.integers(5, 200, 2))), colour, thick)
        elif kind == 2:
            cv2.fillPoly(im, [(at + rng.integers(-150, 150, (int(rng.integers(3, 7)), 2))).astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 3:
            cv2.line(im, tuple(map(int, at)), tuple(map(int, rng.integers(0, size, 2))), colour, abs(thick), cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("abcdefghkmnoprstuvwxyz0123456789 "), 8))
            cv2.putText(im, text, tuple(map(int, at)), int(rng.integers(0, 8)), r / 40, colour, max(1, abs(thick) // 2), cv2.LINE_AA)
    return im


def patches(rng):
    """A plane of irregular patches, their colours drifting across it, with or without joints between them."""
    size, count = 700, int(np.exp(rng.uniform(np.log(20), np.log(2500))))
    seeds = np.full((size, size), 255, np.uint8)
    seeds[rng.integers(0, size, count), rng.integers(0, size, count)] = 0
    away, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    drift = cv2.resize(rng.uniform(0, 255, (4, 4, 3)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    at = np.zeros(labels.max() + 1, np.int64)
    at[labels.ravel()] = np.arange(size * size)
    colours = drift.reshape(-1, 3)[at] + rng.normal(0, rng.choice([5, 25, 80]), (len(at), 3))
    im = colours[labels]
    if rng.random() < 0.5:
        joint = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
        im[joint] = rng.integers(0, 256, 3)
    if rng.random() < 0.5:
        im = im * (1 - np.minimum(away, 40)[..., None] * rng.uniform(0, 0.01))
    return np.clip(im, 0, 255).astype(np.uint8)


def clouds(rng):
    """Noise of many sizes in a few colours, perhaps in bands."""
    size = 700
    field, weight = np.zeros((size, size), np.float32), 1.0
    falls = rng.uniform(0.35, 0.75)
    for cells in (3, 6, 12, 25, 50, 100):
        noise = rng.normal(0, weight, (cells, cells)).astype(np.float32)
        field += cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)
        weight *= falls
    field = (field - field.min()) / (np.ptp(field) + 1e-6)
    if rng.random() < 0.4:
        field = 0.5 + 0.5 * np.sin(field * rng.uniform(6, 40))
    if rng.random() < 0.25:
        steps = int(rng.integers(2, 8))
        field = np.floor(field * steps) / steps
    stops = rng.uniform(0, 255, (int(rng.integers(2, 6)), 3))
    if rng.random() < 0.3:
        stops *= rng.uniform(0.1, 0.5)
    at = np.linspace(0, 1, len(stops))
    return np.stack([np.interp(field, at, stops[:, k]) for k in range(3)], -1).astype(np.uint8)


def drawn(rng):
    """A picture drawn from nothing."""
    return (drawing, drawing, patches, clouds)[rng.integers(4)](rng)


def picture(pictures, rng):
    im = drawn(rng) if rng.random() < 0.2 else pictures[rng.integers(len(pictures))]
    h, w = im.shape[:2]
    c = rng.uniform(0.55, 1)
    ch = int(h * c)
    cw = int(np.clip(ch * rng.uniform(0.7, 1.5), 100, w * rng.uniform(0.7, 1)))
    y, x = rng.integers(0, h - ch + 1), rng.integers(0, w - cw + 1)
    im = im[y : y + ch, x : x + cw]
    if rng.random() < 0.5:
        im = im[:, ::-1]
    im = np.rot90(im, rng.integers(4))
    if rng.random() < 0.3:
        im = im[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        im = np.repeat(im @ np.array([[0.3], [0.59], [0.11]]), 3, 2).astype(np.uint8)
    return im


def overlay(tiles, thick, rng):
    """Draw a bevel or an outline `thick` pixels wide on every tile."""
    t = tiles.astype(np.float32)
    kind = rng.integers(4)
    fade = rng.choice([0.0, 0.5, 1.0])
    shades = rng.uniform(0.15, 0.9, 2) if rng.random() < 0.7 else np.repeat(rng.uniform(0.7, 1), 2)
    for k in range(thick):
        amount = shades * (1 - fade * k / (thick + 1))
        if rng.random() < 0.2:
            amount = amount * rng.uniform(0.5, 1, 2)
        light, dark = (amount[0], 255.0), (amount[1], 0.0)
        if kind == 2:
            light = dark
        elif kind == 3:
            light, dark = dark, light
        sides = (
            (np.s_[:, k, k : t.shape[2] - k], light),
            (np.s_[:, k : t.shape[1] - k, k], light),
            (np.s_[:, -1 - k, k : t.shape[2] - k], dark),
            (np.s_[:, k : t.shape[1] - k, -1 - k], dark),
        )
        for at, (share, goal) in sides:
            t[at] += (goal - t[at]) * share
    return t.astype(np.uint8)


def outline(tiles, thick, rng):
    """Draw a line of one colour around every tile."""
    t = tiles.copy()
    colour = rng.integers(0, 256, 3) if rng.random() < 0.4 else np.repeat(rng.choice([0, 16, 60, 255]), 3)
    t[:, :thick], t[:, -thick:], t[:, :, :thick], t[:, :, -thick:] = colour, colour, colour, colour
    return t


def round_corners(height, width, radius):
    """How much of each pixel of a tile lies within its rounded corners."""
    y = np.maximum(radius - np.minimum(np.arange(height), height - 1 - np.arange(height)) - 0.5, 0)
    x = np.maximum(radius - np.minimum(np.arange(width), width - 1 - np.arange(width)) - 0.5, 0)
    return np.clip(radius + 0.5 - np.hypot(y[:, None], x[None]), 0, 1)[..., None].astype(np.float32)


def print_numbers(tiles, rng):
    """Print a number in the same corner of every tile."""
    _, h, w, _ = tiles.shape
    scale = rng.uniform(0.15, 0.3) * h / 22
    corner = rng.integers(4)
    ink, halo = ((255,) * 3, (0,) * 3) if rng.random() < 0.7 else ((0,) * 3, (255,) * 3)
    thick = max(1, round(scale * 1.5))
    tiles = np.ascontiguousarray(tiles)
    for number, tile in enumerate(tiles):
        (tw, th), _ = cv2.getTextSize(str(number + 1), 0, scale, thick)
        x = int(0.07 * w) if corner % 2 == 0 else int(0.93 * w) - tw
        y = int(0.07 * h) + th if corner < 2 else int(0.93 * h)
        cv2.putText(tile, str(number + 1), (x, y), 0, scale, halo, 3 * thick, cv2.LINE_AA)
        cv2.putText(tile, str(number + 1), (x, y), 0, scale, ink, thick, cv2.LINE_AA)
    return tiles


def lost_pixels(side, rng):
    """How many pixels of the picture are missing on each side of a tile."""
    if rng.random() < 0.4:
        return 0
    kind = rng.random()
    most = min(4.0, 1 + 0.03 * side) if kind < 0.55 else (0.035 if kind < 0.75 else 0.1) * side
    return int(round(rng.uniform(0, max(1.0, most))))


def cuts(thick, sure, rng):
    """How many pixels are peeled off each side (right, left, bottom, top) of tiles with a border of `thick` pixels."""
    if thick == 0 or rng.random() < 0.5:
        return np.full(4, thick)
    off = rng.integers(-1, 2, 4) if sure else rng.integers(-2, 2, 4)
    return np.clip(thick + (off if rng.random() < 0.5 else np.full(4, off[0])), 0, None)


def photograph(shot, side, rng):
    """The screen as a camera sees it: blurred, with moire, the light of a lamp and of the room, a white balance and noise."""
    h, w = shot.shape[:2]
    # blurred by what a camera blurs, or a little more by what it does not resolve
    sigma = np.exp(rng.uniform(np.log(0.3), np.log(max(0.9, 0.025 * side))))
    linear = (cv2.GaussianBlur(shot, (0, 0), sigma).astype(np.float32) / 255) ** 2.2
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    turn, waves, depth = rng.uniform(0, np.pi), rng.uniform(0.03, 0.6), rng.uniform(0, 0.07)
    for k in range(3):
        linear[..., k] *= 1 + depth * np.sin(waves * (1 + 0.04 * k) * (x * np.cos(turn) + y * np.sin(turn)) + 2 * k)
    for _ in range(rng.integers(0, 3)):
        at, wide = rng.uniform(-0.2, 1.2, 2) * (h, w), rng.uniform(0.15, 0.8) * max(h, w)
        lamp = rng.uniform(0, 0.35) * rng.uniform(0.7, 1.1, 3)
        linear += np.exp(-((y - at[0]) ** 2 + (x - at[1]) ** 2) / (2 * wide * wide))[..., None] * lamp.astype(np.float32)
    falls = rng.uniform(-0.35, 0.35, 5).astype(np.float32)
    v, u = 2 * y / h - 1, 2 * x / w - 1
    linear *= np.maximum(1 + falls[0] * v + falls[1] * u + 0.6 * (falls[2] * v * v + falls[3] * u * u + falls[4] * u * v), 0.2)[..., None]
    linear *= (rng.uniform(0.85, 1.1, 3) * rng.uniform(0.75, 1.2)).astype(np.float32)
    seen = np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, rng.uniform(0.5, 4.5), shot.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def sample(pictures, rng, photographs):
    """One degraded board: its four strips and the four lists of targets."""
    is_photographed = photographs and rng.random() < 0.9
    side = np.exp(rng.uniform(np.log(30), np.log(170)) if is_photographed else rng.uniform(np.log(16), np.log(150)))
    aspect = rng.choice([1.0, np.exp(rng.uniform(-0.3, 0.3))])
    th, tw = max(13, int(side * aspect)), max(13, int(side / aspect))
    lost = lost_pixels(side, rng)
    bevel = int(rng.integers(1, max(2, min(7, side // 8)))) if rng.random() < 0.3 else 0
    line = int(rng.integers(1, max(2, min(4, side // 16)))) if rng.random() < 0.15 else 0
    shift = rng.integers(-1, 2, 2) if rng.random() < 0.15 else np.zeros(2, int)
    fh, fw = th + 2 * lost, tw + 2 * lost
    im = picture(pictures, rng)
    bh, bw = fh * BOARD, fw * BOARD
    im = cv2.resize(np.ascontiguousarray(im), (bw, bh), interpolation=cv2.INTER_AREA if im.shape[0] > bh else cv2.INTER_CUBIC)
    n = BOARD * BOARD
    tiles = im.reshape(BOARD, fh, BOARD, fw, 3).transpose(0, 2, 1, 3, 4).reshape(n, fh, fw, 3)
    tiles = tiles[:, lost : fh - lost, lost : fw - lost]
    foreign = np.zeros(n, bool)
    if rng.random() < 0.12:
        other = cv2.resize(np.ascontiguousarray(picture(pictures, rng)), (bw, bh), interpolation=cv2.INTER_AREA)
        cells = other.reshape(BOARD, fh, BOARD, fw, 3).transpose(0, 2, 1, 3, 4).reshape(n, fh, fw, 3)[:, :th, :tw]
        foreign = rng.random(n) < rng.choice([0.1, 0.5])
        tiles = np.where(foreign[:, None, None, None], cells, tiles)
    if bevel:
        tiles = overlay(tiles, bevel, rng)
    if line:
        tiles = outline(tiles, line, rng)
    if rng.random() < 0.06:
        tiles = print_numbers(tiles, rng)
    # compose the screenshot
    order = rng.permutation(n)
    gutter = int(rng.choice([0, 0, 0, 1, 2, 3, 6, 10]))
    ph, pw = th + gutter, tw + gutter
    margin = 12
    ground = rng.integers(0, 256, 3) if gutter or rng.random() < 0.5 else np.zeros(3)
    if rng.random() < 0.2:
        inside = round_corners(th, tw, rng.uniform(0.04, 0.18) * min(th, tw))
        tiles = (tiles * inside + ground * (1 - inside)).astype(np.uint8)
    shot = np.empty((ph * BOARD + 2 * margin, pw * BOARD + 2 * margin, 3), np.uint8)
    shot[:] = ground
    for cell, t in enumerate(order):
        y, x = margin + cell // BOARD * ph, margin + cell % BOARD * pw
        shot[y : y + th, x : x + tw] = tiles[t] if t != n - 1 else ground
    zoom = 1.0
    if rng.random() < 0.35:
        zoom = rng.uniform(0.6, 1.7)
        shot = cv2.resize(shot, None, fx=zoom, fy=zoom, interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_CUBIC])))
    if rng.random() < 0.2:
        table = np.clip(255 * (np.arange(256) / 255) ** rng.uniform(0.6, 1.6) * rng.uniform(0.7, 1), 0, 255).astype(np.uint8)
        shot = table[shot]
    if is_photographed:
        shot = photograph(shot, zoom * side, rng)
    if rng.random() < 0.55:
        mode = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444 if rng.random() < 0.3 else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96)), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, mode])
        shot = cv2.imdecode(data, 1)
    if rng.random() < 0.1:
        shot = np.clip(shot + rng.normal(0, rng.uniform(1, 6), shot.shape), 0, 255)
    # cut it again, as the reader does: borders peeled, but perhaps not quite; resampled ones perhaps blurred
    h, w = int(th * zoom), int(tw * zoom)
    zy, zx = shot.shape[0] / (ph * BOARD + 2 * margin), shot.shape[1] / (pw * BOARD + 2 * margin)
    peel = np.round(cuts(max(bevel, line), line > 0, rng) * zoom).astype(int)
    if zoom != 1.0 and rng.random() < 0.5:
        peel += 1
    if is_photographed and rng.random() < 0.7:
        peel += rng.integers(0, 2 + int(0.04 * side * zoom))
    if np.any(peel[[0, 1]] * 3 > w) or np.any(peel[[2, 3]] * 3 > h):
        peel[:] = 0
    right, left, bottom, top = peel
    got = np.empty((n, h - top - bottom, w - left - right, 3), np.float32)
    # lines that are straightened are not quite straight
    off = rng.normal(0, rng.uniform(0, 0.012) * side * zoom, (2, n)) if is_photographed else np.zeros((2, n))
    off = np.clip(off, 2 - margin, margin - 3)
    for cell, t in enumerate(order):
        dy, dx = off.T[cell]
        y = int(round((margin + cell // BOARD * ph) * zy + dy)) + shift[0]
        x = int(round((margin + cell % BOARD * pw) * zx + dx)) + shift[1]
        got[t] = shot[y + top : y + h - bottom, x + left : x + w - right, ::-1]
    # the neighbour of each side, or n-1 (the slot of "nothing") where there is none
    cells = np.arange(n).reshape(BOARD, BOARD)
    none = np.full((BOARD, 1), n - 1)
    toward = (
        np.hstack([cells[:, 1:], none]).ravel(),
        np.hstack([none, cells[:, :-1]]).ravel(),
        np.vstack([cells[1:], none.T]).ravel(),
        np.vstack([none.T, cells[:-1]]).ravel(),
    )
    targets = [np.where(foreign[: n - 1] | foreign[t[: n - 1]], n - 1, t[: n - 1]).astype(np.int32) for t in toward]
    return [s[: n - 1] for s in strips(got)], np.stack(targets)


def load(folder):
    files = sorted(f for e in ("png", "jpg", "webp") for f in glob.glob(os.path.join(folder, "*." + e)))
    return [im for im in (cv2.imread(f) for f in files) if im is not None]


def write(path, weights):
    """All weights as little-endian f32, in the order of `initial`."""
    np.concatenate([np.asarray(w, "<f4").ravel() for w in weights]).tofile(path)


def read(path, like):
    """The weights that `write` wrote, in the shapes of `like`."""
    numbers, weights, at = np.fromfile(path, "<f4"), [], 0
    for w in like:
        weights.append(jnp.array(numbers[at : at + w.size].reshape(w.shape)))
        at += w.size
    return weights


def main():
    args = argparse.ArgumentParser()
    args.add_argument("pictures")
    args.add_argument("weights")
    args.add_argument("--minutes", type=float, default=40)
    args.add_argument("--resume", help="go on from these weights")
    args.add_argument("--photographs", action="store_true", help="learn boards on photographs of a screen")
    args.add_argument("--rate", type=float, default=3e-3, help="the first learning rate")
    args = args.parse_args()
    cv2.setNumThreads(1)
    pictures = load(args.pictures)
    weights = initial(jax.random.PRNGKey(1))
    if args.resume:
        weights = read(args.resume, weights)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam())
    state = optimiser.init(weights)

    @jax.jit
    def step(weights, state, rate, sides, targets):
        value, grad = jax.value_and_grad(loss)(weights, *sides, targets)
        update, state = optimiser.update(grad, state, weights)
        return [w - rate * (u + 1e-4 * w) for w, u in zip(weights, update)], state, value

    boards = queue.Queue(16)

    def draw(seed):
        rng = np.random.default_rng(seed)
        while True:
            boards.put(sample(pictures, rng, args.photographs))

    threading.Thread(target=draw, args=(int(time.time()),), daemon=True).start()
    began, mean, steps, part = time.time(), None, 0, 0.0
    while part < 1:
        part = (time.time() - began) / (60 * args.minutes)
        rate = args.rate * min(1.0, (steps + 10) / 300) * (0.5 + 0.5 * np.cos(np.pi * min(part, 1.0))) + 1e-6
        weights, state, value = step(weights, state, np.float32(rate), *boards.get())
        steps += 1
        mean = float(value) if mean is None else mean + (float(value) - mean) * max(0.005, 1 / steps)
        if steps % 200 == 0 or part >= 1:
            print(steps, "loss", round(mean, 4), "seconds", round(time.time() - began), flush=True)
            write(args.weights, weights)


if __name__ == "__main__":
    main()
