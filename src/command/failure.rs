//! How a command fails: an exit code, one line, its causes, and a hint.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Anything that has no code of its own: a file, a failed check.
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
    /// No board could be read with confidence.
    Unread = 3,
    /// The board cannot be solved.
    Unsolvable = 4,
    /// There is no solution within the limit.
    Limit = 5,
}

/// Why a command ends without doing what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it exits with.
    pub exit: Exit,
    /// What was being done, such as `reading shot.png`.
    pub doing: String,
    /// What went wrong.
    pub what: String,
    /// Why, from near to far.
    pub causes: Vec<String>,
    /// The option or command that helps.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without causes or hint.
    pub fn new(exit: Exit, doing: impl Into<String>, what: impl Into<String>) -> Failure {
        Failure { exit, doing: doing.into(), what: what.into(), causes: Vec::new(), hint: None }
    }

    /// The system starts no more threads.
    pub fn of_threads(doing: &str, error: &dyn Error) -> Failure {
        Failure::new(Exit::Failed, doing, "threads cannot be started")
            .caused_by(error)
            .hint("--threads N takes a smaller number")
    }

    /// What is printed does not arrive.
    pub fn of_output(doing: &str, error: &dyn Error) -> Failure {
        Failure::new(Exit::Failed, doing, "standard output cannot be written")
            .caused_by(error)
            .hint("see that there is room where it goes")
    }

    /// The same with the causes of `error`.
    pub fn caused_by(mut self, error: &dyn Error) -> Failure {
        let mut cause = Some(error);
        while let Some(error) = cause {
            let text = error.to_string();
            if self.causes.last().is_none_or(|last| !last.contains(&text)) {
                self.causes.push(text);
            }
            cause = error.source();
        }
        self
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "snapslide: {}: {}", self.doing, self.what)?;
        for cause in &self.causes {
            write!(f, "\n  {cause}")?;
        }
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_then_causes_then_a_hint() {
        let error = std::io::Error::other("no space left");
        let failure = Failure::new(Exit::Failed, "writing out/sheet.png", "the file cannot be written")
            .caused_by(&error)
            .hint("free some");
        assert_eq!(
            failure.to_string(),
            "snapslide: writing out/sheet.png: the file cannot be written\n  no space left\nhint: free some"
        );
    }
}
