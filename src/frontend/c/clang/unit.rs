//! A text parsed by Clang.

use super::cursor::{Cursor, call};
use super::library::Unsaved;
use super::place::{Place, expansion};
use clang_sys::*;
use std::ffi::{CStr, CString, c_uint, c_void};

/// A text with all it includes, as Clang understands it.
pub(super) struct Unit {
    index: CXIndex,
    raw: CXTranslationUnit,
}

/// A word of a text.
pub(super) struct Token {
    pub text: String,
    pub at: Place,
}

impl Unit {
    /// Parses a text under a name, with further texts that files include.
    pub fn parse(name: &str, contents: &str, more: &[(&str, &str)], arguments: &[String]) -> Result<Unit, String> {
        let c_string = |text: &str| CString::new(text).map_err(|_| format!("{name} has a zero byte"));
        let file = c_string(name)?;
        let owned: Vec<CString> = arguments.iter().map(|a| c_string(a)).collect::<Result<_, _>>()?;
        let pointers: Vec<_> = owned.iter().map(|a| a.as_ptr()).collect();
        let names: Vec<CString> = more.iter().map(|(name, _)| c_string(name)).collect::<Result<_, _>>()?;
        let unsaved = |name: &CString, text: &str| Unsaved {
            name: name.as_ptr(),
            contents: text.as_ptr().cast(),
            length: text.len() as _,
        };
        let mut files = vec![unsaved(&file, contents)];
        files.extend(names.iter().zip(more).map(|(name, (_, text))| unsaved(name, text)));
        let index = call!(clang_createIndex(0, 0));
        let (options, mut raw) = (CXTranslationUnit_KeepGoing, std::ptr::null_mut());
        let error = call!(clang_parseTranslationUnit2(
            index,
            file.as_ptr(),
            pointers.as_ptr(),
            pointers.len() as i32,
            files.as_mut_ptr(),
            files.len() as u32,
            options as u32,
            &mut raw
        ));
        let unit = Unit { index, raw };
        match error == CXError_Success && !raw.is_null() {
            true => Ok(unit),
            false => {
                Err(format!("Clang gave up on {name} (an internal limit of Clang, or an argument it does not know)"))
            }
        }
    }

    /// What is at file scope, headers first.
    pub fn declarations(&self) -> Vec<Cursor<'_>> {
        Cursor::new(call!(clang_getTranslationUnitCursor(self.raw))).children()
    }

    pub fn raw(&self) -> CXTranslationUnit {
        self.raw
    }

    /// The name of a file.
    pub fn file_name(&self, file: CXFile) -> String {
        if file.is_null() { String::new() } else { text(call!(clang_getFileName(file))) }
    }

    /// The bytes of a file; as many, if they are no text.
    pub fn file_text(&self, file: CXFile) -> String {
        let mut length = 0;
        let start = call!(clang_getFileContents(self.raw, file, &mut length));
        if start.is_null() {
            return String::new();
        }
        // SAFETY: the library says how long it is, and keeps it as long as the unit.
        let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
        let plain = |_| bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect();
        std::str::from_utf8(bytes).map_or_else(plain, str::to_string)
    }

    /// How many bytes a file has.
    pub fn file_length(&self, file: CXFile) -> u32 {
        let mut length = 0;
        if file.is_null() {
            return 0;
        }
        call!(clang_getFileContents(self.raw, file, &mut length));
        length as u32
    }

    /// Each file that is read because another one includes it, with where that one says so.
    pub fn inclusions(&self) -> Vec<(CXFile, Place)> {
        extern "C" fn collect(file: CXFile, stack: *mut CXSourceLocation, depth: c_uint, found: *mut c_void) {
            if depth > 0 && !stack.is_null() {
                // SAFETY: the library gives as many places as it says, and hands on what it was given.
                let (by, found) = unsafe { (*stack, &mut *found.cast::<Vec<(CXFile, CXSourceLocation)>>()) };
                found.push((file, by));
            }
        }
        let mut found: Vec<(CXFile, CXSourceLocation)> = vec![];
        call!(clang_getInclusions(self.raw, collect, (&raw mut found).cast()));
        found.into_iter().map(|(file, by)| (file, expansion(by))).collect()
    }

    /// The word at a place of a macro's body or file: where it is written.
    pub fn written(&self, at: CXSourceLocation) -> Option<Token> {
        self.tokens(call!(clang_getRange(at, at))).into_iter().next()
    }

    /// The words of a piece of a file.
    pub fn words(&self, file: CXFile, from: u32, to: u32) -> Vec<Token> {
        if file.is_null() {
            return vec![];
        }
        let at = |offset| call!(clang_getLocationForOffset(self.raw, file, offset));
        self.tokens(call!(clang_getRange(at(from), at(to))))
    }

    /// The words of a range, comments left out.
    fn tokens(&self, range: CXSourceRange) -> Vec<Token> {
        let (mut start, mut count) = (std::ptr::null_mut(), 0);
        call!(clang_tokenize(self.raw, range, &mut start, &mut count));
        if start.is_null() {
            return Vec::new();
        }
        // SAFETY: the library says how many there are.
        let all = unsafe { std::slice::from_raw_parts(start, count as usize) };
        let words = all.iter().filter(|t| call!(clang_getTokenKind(**t)) != CXToken_Comment);
        let words = words.map(|t| Token {
            text: text(call!(clang_getTokenSpelling(self.raw, *t))),
            at: expansion(call!(clang_getTokenLocation(self.raw, *t))),
        });
        let words = words.collect();
        call!(clang_disposeTokens(self.raw, start, count));
        words
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            call!(clang_disposeTranslationUnit(self.raw));
        }
        call!(clang_disposeIndex(self.index));
    }
}

/// The text of a string of the library.
pub(super) fn text(string: CXString) -> String {
    let start = call!(clang_getCString(string));
    let copy = match start.is_null() {
        true => String::new(),
        // SAFETY: it ends with 0 and lives until it is disposed of.
        false => unsafe { CStr::from_ptr(start) }.to_string_lossy().into_owned(),
    };
    call!(clang_disposeString(string));
    copy
}
