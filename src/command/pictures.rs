//! The files of an answer, and what writes each.

use std::io;
use std::sync::Arc;

use snapslide::assist::Outcome;
use snapslide::render::gif::{self, GifOptions, Quality};
use snapslide::render::sheet::{Claim, SheetOptions, Sheets};
use snapslide::render::still::{Effort, encode_png, encode_shared_png};
use snapslide::render::{Page, Storyboard, Style, frame, html};

use super::console::Console;
use super::output::Product;
use crate::cli::{self, Emit, Pictures};

/// Everything that the files are made from.
pub struct Answer<'a> {
    pub storyboard: &'a Storyboard,
    pub outcome: &'a Outcome,
    pub options: &'a Pictures,
    pub claim: Claim,
    pub console: &'a Console,
}

impl<'a> Answer<'a> {
    /// The files of these kinds. Each is made when it is written.
    pub fn products(&self, kinds: &[Emit]) -> Vec<Product<'a>> {
        kinds.iter().flat_map(|kind| self.product(*kind)).collect()
    }

    fn product(&self, kind: Emit) -> Vec<Product<'a>> {
        match kind {
            Emit::Sheet => self.sheets(),
            Emit::Gif => vec![self.walkthrough()],
            Emit::Frames => self.frames(),
            Emit::Json => vec![self.json()],
            Emit::Html => vec![self.page()],
            Emit::Clicks => vec![self.clicks()],
        }
    }

    fn json(&self) -> Product<'a> {
        let outcome = self.outcome;
        Product::new("solution.json", move |out| writeln!(out, "{}", outcome.to_json()))
    }

    /// One line for each click, in order: presses where presses are counted, else moves.
    fn clicks(&self) -> Product<'a> {
        let outcome = self.outcome;
        Product::new("clicks.txt", move |out| {
            let clicks: Vec<(u32, u32)> = match &outcome.presses {
                Some(presses) => presses.iter().map(|press| press.click).collect(),
                None => outcome.moves.iter().map(|made| made.click).collect(),
            };
            clicks.iter().try_for_each(|(x, y)| writeln!(out, "{x} {y}"))
        })
    }

    fn page(&self) -> Product<'a> {
        let (storyboard, claim) = (self.storyboard, self.claim);
        Product::new("walkthrough.html", move |out| {
            out.write_all(html::page(storyboard, claim).map_err(io::Error::other)?.as_bytes())
        })
    }

    fn walkthrough(&self) -> Product<'a> {
        let (storyboard, console) = (self.storyboard, self.console);
        let options = gif_options(self.options);
        Product::new("walkthrough.gif", move |out| {
            let report = gif::encode(storyboard, &options, out).map_err(io::Error::other)?;
            if let Some(reduction) = report.reduction {
                console.note(&format!("walkthrough.gif: to stay within --max-bytes it has {reduction}"));
            }
            Ok(())
        })
    }

    fn sheets(&self) -> Vec<Product<'a>> {
        let options = SheetOptions {
            style: style(self.options.style),
            page: page(self.options.page),
            columns: self.options.columns.map(usize::from),
            claim: self.claim,
        };
        let share = self.options.share;
        let sheets = Arc::new(Sheets::new(self.storyboard, &options));
        let digits = sheets.count().to_string().len();
        let name = |index: usize| match index {
            0 => "sheet.png".to_string(),
            _ => format!("sheet-{:0digits$}.png", index + 1),
        };
        (0..sheets.count())
            .map(|index| {
                let sheets = Arc::clone(&sheets);
                Product::new(name(index), move |out| {
                    let sheet = sheets.draw(index);
                    let png = if share { encode_shared_png(&sheet) } else { encode_png(&sheet, Effort::Small) };
                    out.write_all(&png.map_err(io::Error::other)?)
                })
                .one_of("sheet-")
            })
            .collect()
    }

    /// A picture before each step, and the solved board.
    fn frames(&self) -> Vec<Product<'a>> {
        let count = self.storyboard.steps().len() + 1;
        let digits = count.to_string().len().max(2);
        (0..count)
            .map(|step| {
                let (storyboard, style) = (self.storyboard, style(self.options.style));
                Product::new(format!("frames/step_{:0digits$}.png", step + 1), move |out| {
                    let picture = frame::draw(storyboard, step, style);
                    out.write_all(&encode_png(&picture, Effort::Quick).map_err(io::Error::other)?)
                })
                .one_of("frames/step_")
            })
            .collect()
    }
}

fn gif_options(options: &Pictures) -> GifOptions {
    let quality = match options.quality {
        cli::Quality::Fast => Quality::Fast,
        cli::Quality::Normal => Quality::Normal,
        cli::Quality::High => Quality::High,
    };
    GifOptions {
        style: style(options.style),
        quality,
        size: options.size,
        fps: options.fps.into(),
        hold: options.hold,
        speed: options.speed,
        max_bytes: options.max_bytes,
        ..GifOptions::default()
    }
}

fn style(style: cli::Style) -> Style {
    match style {
        cli::Style::Marked => Style::Marked,
        cli::Style::Plain => Style::Plain,
    }
}

fn page(page: cli::Page) -> Page {
    match page {
        cli::Page::Screen => Page::Screen,
        cli::Page::A4 => Page::A4,
        cli::Page::Letter => Page::Letter,
    }
}
