//! From moves to pictures: one storyboard, drawn as frames, as a contact sheet and as an animation.

pub mod annotate;
mod artwork;
pub mod assembled;
pub mod frame;
pub mod gif;
pub mod html;
mod mark;
mod numbered;
mod paint;
mod palette;
pub mod plot;
pub mod scene;
pub mod sheet;
pub mod still;
mod storyboard;
mod strips;
#[cfg(test)]
mod testing;
mod text;

pub use annotate::Note;
pub use artwork::{Artwork, ArtworkError};
pub use gif::{GifError, GifOptions, Quality, Reduction, Report};
pub use mark::Style;
pub use sheet::{Claim, Page, SheetOptions, Sheets};
pub use storyboard::{Step, Storyboard, StoryboardError};
