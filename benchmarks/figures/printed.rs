//! What is printed, kept for the record.

/// All sections so far.
#[derive(Debug, Default)]
pub struct Printed(String);

impl Printed {
    /// Prints one more.
    pub fn section(&mut self, text: &str) {
        let gap = if self.0.is_empty() { "" } else { "\n" };
        print!("\n{text}");
        self.0.push_str(&format!("{gap}{text}"));
    }

    /// All of them.
    pub fn text(&self) -> &str {
        &self.0
    }
}
