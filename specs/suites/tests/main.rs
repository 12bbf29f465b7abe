#[path = "../tool/mod.rs"]
mod tool;
