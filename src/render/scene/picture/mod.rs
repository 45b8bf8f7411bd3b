//! Pictures drawn from nothing: the same on every machine, in any size.

mod city;
mod emblem;
mod garden;
mod landscape;
mod marble;
mod metal;
mod mosaic;
mod noise;
mod poster;
mod shape;
mod tone;

use image::RgbImage;
use tone::{Spot, Tone};

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// A hammer and a sickle in shaded metal on red cloth, framed in gold.
    Emblem,
    /// Mountains, a lake and a meadow, much like a photograph.
    Landscape,
    /// A lighthouse in a few flat colours; much of its sky is one colour.
    Poster,
    /// A rosette laid of small stones.
    Mosaic,
    /// A city at night: much of it is nearly black.
    City,
    /// Flowers, close by.
    Garden,
    /// Marble: swirls and veins.
    Marble,
}

impl Picture {
    /// All of them.
    pub const ALL: [Picture; 7] = [
        Picture::Emblem,
        Picture::Landscape,
        Picture::Poster,
        Picture::Mosaic,
        Picture::City,
        Picture::Garden,
        Picture::Marble,
    ];

    /// Its name in lower case, such as `emblem`.
    pub fn name(self) -> &'static str {
        match self {
            Picture::Emblem => "emblem",
            Picture::Landscape => "landscape",
            Picture::Poster => "poster",
            Picture::Mosaic => "mosaic",
            Picture::City => "city",
            Picture::Garden => "garden",
            Picture::Marble => "marble",
        }
    }

    /// The picture of that name.
    pub fn named(name: &str) -> Option<Picture> {
        Picture::ALL.into_iter().find(|picture| picture.name() == name)
    }

    /// Draws it `width` × `height` pixels large; another `seed` varies it (its lower 24 bits count). About a microsecond
    /// a pixel.
    pub fn draw(self, width: u32, height: u32, seed: u32) -> RgbImage {
        let tone: fn(&Spot, u32) -> Tone = match self {
            Picture::Emblem => emblem::tone,
            Picture::Landscape => landscape::tone,
            Picture::Poster => poster::tone,
            Picture::Mosaic => mosaic::tone,
            Picture::City => city::tone,
            Picture::Garden => garden::tone,
            Picture::Marble => marble::tone,
        };
        tone::paint(width, height, |spot| tone(spot, seed & 0xff_ffff))
    }
}

/// The grain of wood, about −1 to 1, along and across the board.
pub(super) fn grain(along: f32, across: f32) -> f32 {
    noise::cloud([along, across], 3, 17)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FNV-1a over all bytes.
    fn fingerprint(picture: &RgbImage) -> u64 {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        picture.as_raw().iter().fold(0xcbf2_9ce4_8422_2325, step)
    }

    #[test]
    fn pictures_are_the_same_on_every_machine() {
        let drawn = Picture::ALL.map(|picture| (picture.name(), fingerprint(&picture.draw(60, 45, 3))));
        assert_eq!(
            drawn,
            [
                ("emblem", 4637120786120817717),
                ("landscape", 34688741560950323),
                ("poster", 2145629294204561067),
                ("mosaic", 17069052811333384069),
                ("city", 12560815505740581659),
                ("garden", 14782281763696379691),
                ("marble", 12685322086690167076)
            ]
        );
    }

    #[test]
    fn every_picture_varies_with_its_seed_and_has_a_name() {
        for picture in Picture::ALL {
            assert_ne!(picture.draw(40, 40, 0), picture.draw(40, 40, 1), "{picture:?}");
            assert_eq!(Picture::named(picture.name()), Some(picture));
        }
        assert_eq!(Picture::named("Emblem"), None);
    }

    #[test]
    fn any_size_can_be_drawn() {
        for (width, height) in [(0, 0), (1, 1), (300, 2), (2, 300)] {
            for picture in Picture::ALL {
                assert_eq!(picture.draw(width, height, u32::MAX).dimensions(), (width, height));
            }
        }
    }
}
