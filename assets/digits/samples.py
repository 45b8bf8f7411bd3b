"""Draws the pictures the network learns from: numbers cut out of tiles, and things that are no number.

A sample goes the way of a real tile: text drawn by FreeType on a ground, then what screens and files do to it
(anti-aliasing, sub-pixel rendering, outline, shadow, rescaling, blur, JPEG), then what the reader does (ink by colour
difference to the ground, box round the ink, resampling to HEIGHT x WIDTH).
"""

import glob
import os

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from PIL import ImageFont

cv2.setNumThreads(1)
HEIGHT, WIDTH, BORDER = 24, 32, 2
NO_NUMBER = -1
NOT_TEXT = ("symbol", "dingbat", "math", "emoji", "icon", "d050", "ornament", "braille", "keyboard", "stroke", "barcode", "music")
LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZabcdefghkmnpqrtuvwxyz@#$%&?!+-=*/<>^~()[]{}.,:;"


def find_fonts(folder):
    """{package: [font files whose ten digits are all drawn, and differently]} below folder/PACKAGE/."""
    found = {}
    for path in sorted(glob.glob(f"{folder}/*/**/*.[to]tf", recursive=True)):
        package, name = path[len(folder) + 1:].split("/")[0], os.path.basename(path)
        latin = ("NotoSans-", "NotoSerif-", "NotoMono", "NotoSansMono", "NotoSansDisplay-", "NotoSerifDisplay-")
        if name.startswith("Noto") and not name.startswith(latin):
            continue
        if any(word in name.lower() for word in NOT_TEXT):
            continue
        try:
            characters = TTFont(path, lazy=True, fontNumber=0).getBestCmap()
            font = ImageFont.truetype(path, 40)
            drawn = {bytes(font.getmask(c)) for c in "0123456789" if ord(c) in characters}
        except Exception:
            continue
        if len(drawn) == 10:
            found.setdefault(package, []).append(path)
    return found


def split_fonts(fonts):
    """Every fifth package is held out: none of its fonts is seen in training."""
    packages = sorted(fonts)
    held_out = packages[2::5]
    return {p: fonts[p] for p in packages if p not in held_out}, {p: fonts[p] for p in held_out}


class Drawer:
    def __init__(self, fonts, seed):
        self.rng = np.random.default_rng(seed)
        self.packages = sorted(fonts)
        self.fonts = fonts
        weight = np.array([len(fonts[p]) ** 0.6 for p in self.packages])
        self.weight = weight / weight.sum()
        self.heights = {}

    def font(self):
        package = self.packages[self.rng.choice(len(self.packages), p=self.weight)]
        files = self.fonts[package]
        return files[self.rng.integers(len(files))]

    def points(self, path, height):
        """Font size at which a digit is about `height` pixels high."""
        if path not in self.heights:
            box = ImageFont.truetype(path, 100).getbbox("0123456789")
            self.heights[path] = max(box[3] - box[1], 10)
        return max(4, int(round(height * 100 / self.heights[path])))

    def glyphs(self, text, path, height):
        """The coverage of the text in one font, at times with letters of another make: blocks of pixels, or of seven segments."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.04 and text.isdigit():
            return segments(text, height, rng)
        if kind < 0.13:
            return blocks(text, path, self, height, rng)
        font = ImageFont.truetype(path, self.points(path, height))
        stroke = int(rng.integers(1, 2 + height // 14)) if rng.random() < 0.12 else 0
        mask = font.getmask(text, stroke_width=stroke)
        ink = np.array(mask, np.float32).reshape(mask.size[1], mask.size[0]) / 255
        if stroke and rng.random() < 0.4:
            inner = font.getmask(text)
            hole = np.array(inner, np.float32).reshape(inner.size[1], inner.size[0]) / 255
            y, x = (ink.shape[0] - hole.shape[0]) // 2, (ink.shape[1] - hole.shape[1]) // 2
            if y >= 0 and x >= 0:
                ink[y:y + hole.shape[0], x:x + hole.shape[1]] *= 1 - hole
        elif rng.random() < 0.12:
            ink = weighted(ink, height, rng)
        return ink

    def coverage(self, text, path, height):
        """Ink of the text, 0..1, one layer per colour channel, with an empty border."""
        rng = self.rng
        fine = 1 if rng.random() < 0.4 else int(rng.integers(2, 5))
        subpixel = rng.random() < 0.12
        if subpixel:
            fine = 3
        ink = self.glyphs(text, path, int(round(height * fine)))
        if not ink.size or ink.max() < 0.3:
            return None
        if rng.random() < 0.15:
            ink = sheared(ink, rng.uniform(-0.25, 0.25))
        if rng.random() < 0.2:
            wide = max(2, int(round(ink.shape[1] * np.exp(rng.uniform(-0.35, 0.45)))))
            ink = cv2.resize(ink, (wide, ink.shape[0]), interpolation=cv2.INTER_AREA if wide < ink.shape[1] else cv2.INTER_LINEAR)
        pad = fine * (3 + int(height * 0.3))
        top, left = pad + rng.integers(0, fine), pad + rng.integers(0, fine)
        h, w = ink.shape
        canvas = np.zeros((-(-(h + pad + top) // fine) * fine, -(-(w + pad + left) // fine) * fine), np.float32)
        canvas[top:top + h, left:left + w] = ink
        if subpixel:
            canvas = cv2.blur(canvas, (3, 1))
            layers = [np.roll(canvas, shift, 1) for shift in (1, 0, -1)]
        else:
            layers = [canvas] * 3
        size = (canvas.shape[1] // fine, canvas.shape[0] // fine)
        return np.dstack([cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for layer in layers])

    def colours(self):
        rng = self.rng
        while True:
            ground, ink = rng.integers(0, 256, (2, 3)).astype(np.float32)
            if rng.random() < 0.4:
                ground[:], ink[:] = ground[0], ink[0]
            if np.abs(ground - ink).max() > rng.choice([35, 90, 140]):
                return ground, ink

    def paint(self, ink):
        """The coverage painted in colours, and spoilt: what a screenshot holds. Also the ground and ink colours."""
        rng = self.rng
        height = ink.shape[0]
        ground, colour = self.colours()
        picture = np.broadcast_to(ground, ink.shape).copy()
        if rng.random() < 0.3:
            slope = rng.normal(0, 0.15, 2) * np.abs(colour - ground).max()
            y, x = np.mgrid[0:ink.shape[0], 0:ink.shape[1]] / max(ink.shape[:2]) - 0.5
            picture += (slope[0] * y + slope[1] * x)[..., None]
        if rng.random() < 0.2:
            shift = (rng.normal(0.03, 0.03, 2) * height).round().astype(int)
            shade = np.roll(ink, shift, (0, 1))
            shade = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.3, 1 + height * 0.03))
            shade *= rng.uniform(0.2, 0.8)
            picture = picture * (1 - shade) + shade * rng.choice([0.0, 255.0], p=[0.8, 0.2])
        picture = picture * (1 - ink) + colour * ink
        if rng.random() < 0.25:
            contrast = np.abs(colour - ground).max()
            grain = cv2.GaussianBlur(rng.normal(0, 1, ink.shape[:2]), (0, 0), rng.uniform(0.3, 2.5))
            picture += (grain / grain.std() * contrast * rng.uniform(0.02, 0.14))[..., None]
        return np.clip(picture, 0, 255).astype(np.uint8), ground, colour

    def degrade(self, picture, height):
        rng = self.rng
        if rng.random() < 0.45:
            low = max(0.35, min(1.0, 5.5 / height))
            factor = np.exp(rng.uniform(np.log(low), np.log(2.2)))
            ways = [cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC] if factor < 1 else [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]
            picture = cv2.resize(picture, None, fx=factor, fy=factor * rng.uniform(0.93, 1.07), interpolation=int(rng.choice(ways)))
            height *= factor
        if rng.random() < 0.3:
            picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, rng.uniform(0.01, 0.07) * height))
        if rng.random() < 0.45:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))]
            if rng.random() < 0.5:
                quality += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], 1)
        return picture

    def cut_out(self, picture, ground, colour):
        """The reader's part: ink map, box, resampling. None when no ink stands out."""
        rng = self.rng
        ring = np.concatenate([picture[:2].reshape(-1, 3), picture[-2:].reshape(-1, 3)]).astype(np.float32)
        ground = np.median(ring, 0) if rng.random() < 0.7 else ground
        direction = colour - ground
        length = np.linalg.norm(direction)
        if length < 12:
            return None
        difference = picture.astype(np.float32) - ground
        if rng.random() < 0.75:
            ink = difference @ (direction / length)
        else:
            ink = np.abs(difference).max(2)
        if min(picture.shape[:2]) < 60:
            scale = rng.uniform(1.0, 3.5)
            ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        full = np.percentile(ink[ink > 0.3 * ink.max()], 80) if ink.max() > 8 else 0
        if full < 8:
            return None
        ink = np.clip(ink / full, 0, 1)
        ys, xs = np.nonzero(ink > rng.uniform(0.35, 0.6))
        box = np.array([ys.min(), ys.max() + 1, xs.min(), xs.max() + 1], float)
        slack = (box[1] - box[0]) * rng.choice([0.01, 0.03, 0.07], p=[0.6, 0.3, 0.1])
        return resample(ink, box + rng.normal(0, slack, 4))

    def clutter(self, cut):
        """Remains of a frame or of a neighbour at the rim."""
        rng = self.rng
        cut = cut.copy()
        side, wide, level = rng.integers(4), rng.integers(1, 3), rng.uniform(0.3, 1)
        if side < 2:
            cut[(slice(None, wide) if side else slice(-wide, None))] = level
        else:
            cut[:, (slice(None, wide) if side == 2 else slice(-wide, None))] = level
        return cut

    def drawn(self, text):
        for _ in range(20):
            path = self.font()
            height = float(np.exp(self.rng.uniform(np.log(6), np.log(46))))
            try:
                ink = self.coverage(text, path, height)
            except Exception:
                continue
            if ink is None:
                continue
            picture, ground, colour = self.paint(ink)
            cut = self.cut_out(self.degrade(picture, height), ground, colour)
            if cut is not None:
                return cut
        return np.zeros((HEIGHT, WIDTH), np.float32)

    def number(self):
        rng = self.rng
        value = int(rng.integers(*[(0, 10), (10, 100), (100, 145), (145, 1000)][rng.choice(4, p=[0.3, 0.53, 0.14, 0.03])]))
        cut = self.drawn(str(value))
        if rng.random() < 0.07:
            cut = self.clutter(cut)
        return cut, value

    def not_a_number(self):
        rng = self.rng
        kind = rng.integers(8)
        if kind < 2:
            cut = self.drawn("".join(rng.choice(list(LETTERS), rng.integers(1, 4))))
        elif kind == 2:
            text = str(rng.integers(0, 100)) + rng.choice(list("+-=%?:*"))
            cut = self.drawn(text if rng.random() < 0.5 else text[::-1])
        elif kind == 3:
            cut = half(self.drawn(str(rng.integers(0, 145))), rng)
        elif kind == 4:
            cut = self.drawn(str(rng.integers(1000, 1000000)))
        elif kind == 5:
            upper, lower = self.drawn(str(rng.integers(0, 145))), self.drawn(str(rng.integers(0, 145)))
            cut = cv2.resize(np.vstack([upper, lower]), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        elif kind == 6:
            cut = shapes(rng)
        else:
            cut = texture(rng)
        return cut, NO_NUMBER

    def batch(self, count):
        """(cuts as u8 [count, HEIGHT, WIDTH], values [count])"""
        cuts, values = [], []
        while len(cuts) < count:
            cut, value = self.not_a_number() if self.rng.random() < 0.22 else self.number()
            cuts.append(np.uint8(np.clip(cut, 0, 1) * 255 + 0.5))
            values.append(value)
        return np.array(cuts), np.array(values, np.int32)


SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")


def segments(text, height, rng):
    """Digits of seven segments, as clocks show them."""
    scale = 4
    high = max(height, 6) * scale
    wide, thick = high * rng.uniform(0.42, 0.65), max(2.0, high * rng.uniform(0.07, 0.17))
    gap, apart = thick * rng.choice([0.0, 0.1, 0.25]), wide * rng.uniform(0.2, 0.45)
    tailed = rng.random() < 0.7
    canvas = np.zeros((int(high), int(len(text) * (wide + apart))), np.float32)
    h = thick / 2
    for place, digit in enumerate(text):
        lit = SEGMENTS[int(digit)]
        if not tailed:
            lit = lit.replace("a", "") if digit == "6" else lit.replace("d", "") if digit == "9" else lit
        left = place * (wide + apart)
        level = lambda y: [(left + gap + h, y), (left + wide - gap - h, y)]
        upright = lambda x, top, bottom: [(x, top + gap), (x, bottom - gap)]
        right = left + wide - h
        lines = {"a": level(h), "g": level(high / 2), "d": level(high - h),
                 "f": upright(left + h, h, high / 2), "b": upright(right, h, high / 2),
                 "e": upright(left + h, high / 2, high - h), "c": upright(right, high / 2, high - h)}
        for segment in lit:
            (x1, y1), (x2, y2) = lines[segment]
            along = (h, 0) if y1 == y2 else (0, h)
            across = (0, h) if y1 == y2 else (h, 0)
            tip = lambda x, y, sign: (x + sign * along[0] * 0.8, y + sign * along[1] * 0.8)
            corner = lambda x, y, sign: (x + sign * across[0], y + sign * across[1])
            points = [tip(x1, y1, -1), corner(x1, y1, -1), corner(x2, y2, -1), tip(x2, y2, 1), corner(x2, y2, 1), corner(x1, y1, 1)]
            cv2.fillPoly(canvas, [np.int32(np.round(points))], 1.0)
    inked = np.nonzero(canvas.max(0))[0]
    canvas = canvas[:, inked[0]:inked[-1] + 1]
    return cv2.resize(canvas, (max(1, canvas.shape[1] // scale), max(1, canvas.shape[0] // scale)), interpolation=cv2.INTER_AREA)


def blocks(text, path, drawer, height, rng):
    """The text in few pixels, black or white, which are enlarged: the letters of old screens and of games that look like them."""
    rows = int(rng.integers(7, 15))
    font = ImageFont.truetype(path, drawer.points(path, rows * 8))
    mask = font.getmask(text, stroke_width=int(rng.integers(0, 5)) * int(rng.random() < 0.4))
    fine = np.array(mask, np.float32).reshape(mask.size[1], mask.size[0]) / 255
    share = cv2.resize(fine, (max(1, fine.shape[1] // 8), max(1, fine.shape[0] // 8)), interpolation=cv2.INTER_AREA)
    least = np.sort(share.ravel())[-max(1, int(share.sum()))]
    ink = np.float32(share >= max(least, 0.05))
    if rng.random() < 0.25:
        ink = np.maximum(ink, np.roll(np.pad(ink, ((0, 0), (0, 1))), 1, 1)[:, :ink.shape[1]])
    scale = max(1, int(round(height / rows)))
    return np.repeat(np.repeat(ink, scale, 0), max(1, int(round(scale * rng.choice([0.7, 1, 1, 1, 1.3, 2])))), 1)


def weighted(ink, height, rng):
    """Thinner or bolder, or worn at the edges."""
    reach = max(1, int(height * rng.uniform(0.02, 0.07)))
    kernel = cv2.getStructuringElement(int(rng.choice([cv2.MORPH_RECT, cv2.MORPH_ELLIPSE])), (2 * reach + 1, 2 * reach + 1))
    kind = rng.random()
    if kind < 0.5:
        return cv2.dilate(np.pad(ink, reach), kernel)
    if kind < 0.7:
        return cv2.erode(ink, kernel[:reach + 1, :reach + 1])
    ink = np.pad(ink, reach)
    h, w = ink.shape
    shift = [cv2.GaussianBlur(np.float32(rng.normal(0, 1, (h, w))), (0, 0), max(1.0, height * 0.08)) for _ in range(2)]
    shift = [field / (field.std() + 1e-6) * height * rng.uniform(0.01, 0.04) for field in shift]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    return cv2.remap(ink, x + shift[0], y + shift[1], cv2.INTER_LINEAR)


def sheared(ink, shear):
    h, w = ink.shape
    grow = int(abs(shear) * h) + 1
    matrix = np.float32([[1, -shear, shear * h if shear > 0 else 0], [0, 1, 0]])
    return cv2.warpAffine(ink, matrix, (w + grow, h))


def resample(ink, box):
    """The box scaled to the inner height, narrowed where it would be too wide, in the middle of the canvas."""
    top, bottom, left, right = box
    high, wide = max(bottom - top, 1.0), max(right - left, 1.0)
    inner_high, inner_wide = HEIGHT - 2 * BORDER, WIDTH - 2 * BORDER
    sy = high / inner_high
    sx = max(sy, wide / inner_wide)
    sigma = max(sx, sy) * 0.35
    if max(sx, sy) > 1.3:
        ink = cv2.GaussianBlur(ink, (0, 0), sigma)
    cx, cy = (left + right) / 2 - 0.5, (top + bottom) / 2 - 0.5
    matrix = np.float32([[sx, 0, cx - sx * (WIDTH - 1) / 2], [0, sy, cy - sy * (HEIGHT - 1) / 2]])
    return cv2.warpAffine(ink, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def half(cut, rng):
    """A part of a number, as a grid of half the pitch would cut it, scaled up again."""
    h, w = cut.shape
    if rng.random() < 0.6:
        y = int(h * rng.uniform(0.35, 0.65))
        part = cut[:y] if rng.random() < 0.5 else cut[y:]
    else:
        inked = np.nonzero(cut.max(0) > 0.4)[0]
        if len(inked) < 4:
            return cut * 0
        x = inked[0] + int((inked[-1] - inked[0]) * rng.uniform(0.3, 0.7) / rng.choice([1, 2]))
        part = cut[:, :max(x, 2)] if rng.random() < 0.5 else cut[:, min(x, w - 2):]
        if rng.random() < 0.7:
            return cut * 0
    ys, xs = np.nonzero(part > 0.5)
    if not len(ys):
        return cut * 0
    return resample(part, (ys.min(), ys.max() + 1, xs.min(), xs.max() + 1))


def shapes(rng):
    """Blobs, bars, rings and polygons: tile frames, icons, cells full of another colour."""
    size = 4
    canvas = np.zeros((HEIGHT * size, WIDTH * size), np.float32)
    for _ in range(rng.integers(1, 5)):
        kind = rng.integers(4)
        thick = -1 if rng.random() < 0.5 else int(rng.integers(4, 16))
        a, b = (rng.random((2, 2)) * [WIDTH * size, HEIGHT * size]).astype(int).tolist()
        level = float(rng.uniform(0.5, 1))
        if kind == 0:
            cv2.rectangle(canvas, a, b, level, thick)
        elif kind == 1:
            cv2.ellipse(canvas, a, rng.integers(5, 60, 2).tolist(), float(rng.uniform(0, 180)), 0, 360, level, thick)
        elif kind == 2:
            cv2.line(canvas, a, b, level, int(rng.integers(3, 20)))
        else:
            points = (rng.random((rng.integers(3, 7), 2)) * [WIDTH * size, HEIGHT * size]).astype(np.int32)
            cv2.fillPoly(canvas, [points], level)
    return tight(cv2.resize(canvas, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))


def texture(rng):
    """Noise of some grain, cut at a level: picture tiles, wood, nothing at all."""
    grain = cv2.GaussianBlur(rng.normal(0, 1, (HEIGHT, WIDTH)), (0, 0), float(rng.uniform(0.3, 5)), sigmaY=float(rng.uniform(0.3, 5)))
    grain = (grain - grain.mean()) / (grain.std() + 1e-6)
    return tight(np.clip(grain * rng.uniform(0.3, 4) + rng.uniform(-2, 1), 0, 1).astype(np.float32))


def tight(cut):
    ys, xs = np.nonzero(cut > 0.5)
    return resample(cut, (ys.min(), ys.max() + 1, xs.min(), xs.max() + 1)) if len(ys) else cut
