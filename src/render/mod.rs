//! From moves to pictures: one storyboard, drawn as frames, as a contact sheet and as an animation.

pub mod scene;
