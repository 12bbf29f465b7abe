//! Files that nobody finds half of, whenever whoever writes them is stopped.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io, process};

/// Writes the bytes beside the file and puts them in its place. What a stop in between leaves there ends in `.part`.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = OsString::from(file.file_name().unwrap_or_default());
    beside.push(format!(".{}.part", process::id()));
    let beside = file.with_file_name(beside);
    fs::write(&beside, bytes)?;
    fs::rename(&beside, file)
}
