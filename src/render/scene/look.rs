//! What a drawn game looks like: everything that can be chosen.

use ab_glyph::FontArc;
use image::RgbImage;

use super::Picture;

/// A colour: red, green and blue, 0 to 255.
pub type Colour = [u8; 3];

/// What the tiles show.
#[derive(Clone, Debug)]
pub struct Face {
    /// What covers them.
    pub ground: Ground,
    /// The numbers printed on them, if any.
    pub lettering: Option<Lettering>,
}

/// What covers the tiles.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Each its piece of a picture, which is rescaled where it does not fit.
    Picture(RgbImage),
    /// Each its piece of a picture drawn from nothing.
    Drawn {
        /// The picture.
        picture: Picture,
        /// What varies it.
        seed: u32,
        /// It is drawn so many pixels large at most, and enlarged from there.
        detail: u32,
    },
    /// One colour.
    Flat(Colour),
    /// Two colours, as the squares of a chessboard have them when the board is solved.
    Chequered(Colour, Colour),
    /// From one colour above to another below.
    Gradient(Colour, Colour),
}

impl Face {
    /// Whether the tiles are pieces of a picture.
    pub fn is_picture(&self) -> bool {
        matches!(self.ground, Ground::Picture(_) | Ground::Drawn { .. })
    }
}

/// How numbers are printed.
#[derive(Clone, Debug)]
pub struct Lettering {
    /// The font; `None` is the embedded bold one.
    pub font: Option<FontArc>,
    /// The height of the digits as a share of the tile's.
    pub height: f32,
    /// Where they stand.
    pub place: Place,
    /// Their colour.
    pub ink: Colour,
    /// The colour of a thin edge around them.
    pub halo: Option<Colour>,
    /// The colour of a rounded plate under them.
    pub plate: Option<Colour>,
}

/// Where on a tile its number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the middle.
    Middle,
    /// In the upper left corner.
    TopLeft,
    /// In the upper right corner.
    TopRight,
    /// In the lower right corner.
    BottomRight,
}

/// How the board is made. Lengths are in pixels.
#[derive(Clone, Debug)]
pub struct BoardLook {
    /// The width and height of a tile, gutters left out.
    pub tile: (u32, u32),
    /// The space between two tiles.
    pub gutter: u32,
    /// Whether the gutters hide what lies under them or push the picture's pieces apart.
    pub hides: bool,
    /// The radius of the tiles' corners.
    pub corner: u32,
    /// The width of the tiles' light and dark edges.
    pub bevel: u32,
    /// The width and colour of a line along the tiles' edges.
    pub outline: Option<(u32, Colour)>,
    /// Whether each tile throws a shadow.
    pub lifted: bool,
    /// What lies under the tiles and shows in the gutters; `None` is the page itself.
    pub bed: Option<Colour>,
    /// How the blank looks.
    pub blank: Blank,
    /// What goes round the board.
    pub frame: Option<Frame>,
}

/// How the blank looks.
#[derive(Clone, Debug)]
pub enum Blank {
    /// As the bed does.
    Bed,
    /// One colour.
    Flat(Colour),
    /// The page shows through, whatever the bed.
    Page,
    /// Its own piece of the picture, much darkened. Without a picture, as the bed.
    Darkened,
    /// The middle colour of the darkest tile. Without a picture, as the bed.
    DarkTile,
    /// Another picture.
    Texture(Picture, u32),
}

/// What goes round the board, outside its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The width of the frame.
    pub width: u32,
    /// The space between frame and board, which the bed fills.
    pub padding: u32,
    /// Its colour.
    pub colour: Colour,
    /// How it is made.
    pub finish: Finish,
    /// The radius of its outer corners.
    pub corner: u32,
}

/// How a frame is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Flat.
    Flat,
    /// With a light and a dark edge.
    Bevelled,
    /// Of wood.
    Wood,
}

/// Where the board is shown.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Left and upper edge of the board's region.
    pub at: (u32, u32),
    /// Whether windows and text are dark on light or light on dark.
    pub theme: Theme,
    /// What lies behind everything.
    pub page: Page,
    /// What belongs to the game besides the board.
    pub chrome: Chrome,
    /// At most how many other things lie about (windows with text, tables, buttons), and the seed that places them. A
    /// browser and a telephone hide them.
    pub clutter: Option<(u32, u64)>,
}

/// Dark on light, or light on dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark text on light windows.
    Light,
    /// Light text on dark windows.
    Dark,
}

/// What lies behind everything.
#[derive(Clone, Debug)]
pub enum Page {
    /// One colour.
    Plain(Colour),
    /// From one colour above to another below.
    Gradient(Colour, Colour),
    /// A picture.
    Wallpaper(Picture, u32),
}

/// What belongs to the game besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chrome {
    /// Nothing: the board lies on the page.
    None,
    /// A window with a title bar, a score and buttons.
    Window,
    /// A page of a browser, with a heading, text and a form.
    Web,
    /// A telephone's screen, with a status bar, boxes for the score and buttons below.
    Phone,
}

/// What happens to the finished screenshot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Retouch {
    /// Factors for red, green and blue.
    pub gain: [f32; 3],
    /// What is added to every channel, −255 to 255.
    pub lift: f32,
    /// The scale it is brought to.
    pub scale: f32,
}

impl Retouch {
    /// Nothing is changed.
    pub const NONE: Retouch = Retouch { gain: [1.0; 3], lift: 0.0, scale: 1.0 };
}
