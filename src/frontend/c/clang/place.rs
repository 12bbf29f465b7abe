//! Places in files, as libclang has them.

use super::cursor::call;
use clang_sys::*;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub file: CXFile,
    pub offset: u32,
}

/// Where a macro's use stands that a place is in, or the place itself.
pub(super) fn expansion(location: CXSourceLocation) -> Place {
    let (mut file, mut offset) = (std::ptr::null_mut(), 0);
    let nowhere = std::ptr::null_mut();
    call!(clang_getExpansionLocation(location, &mut file, nowhere, nowhere, &mut offset));
    Place { file, offset }
}
