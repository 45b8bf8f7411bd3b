//! The project's own pictures, and screenshots of games that play with them.

mod picture;

pub use picture::Picture;
