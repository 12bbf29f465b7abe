//! The programs that are measured: a driver for each, which makes arguments from bytes.

use std::path::{Path, PathBuf};

/// A C program with `LLVMFuzzerTestOneInput`, which all tools are given.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    pub name: &'static str,
    /// The checkout that it includes, if it needs one.
    pub library: Option<&'static str>,
    /// It returns at once where there are more bytes.
    pub most: u64,
    /// Folders of the root where includes are looked for, besides the root.
    pub include: &'static [&'static str],
}

/// The function in each of them.
pub const ENTRY: &str = "LLVMFuzzerTestOneInput";
/// Where they are, from the folder of the package.
pub const FOLDER: &str = "benchmarks/explore/drivers";
/// The name of a checkout, and where it is from.
pub const LIBRARIES: [(&str, &str); 10] = [
    ("FreeRTOS-Kernel", "https://github.com/FreeRTOS/FreeRTOS-Kernel"),
    ("Ring-Buffer", "https://github.com/AndersKaloer/Ring-Buffer"),
    ("cJSON", "https://github.com/DaveGamble/cJSON"),
    ("crypto-algorithms", "https://github.com/B-Con/crypto-algorithms"),
    ("heatshrink", "https://github.com/atomicobject/heatshrink"),
    ("inih", "https://github.com/benhoyt/inih"),
    ("jsmn", "https://github.com/zserge/jsmn"),
    ("libcrc", "https://github.com/lammertb/libcrc"),
    ("sds", "https://github.com/antirez/sds"),
    ("zlib", "https://github.com/madler/zlib"),
];

const FREERTOS: [&str; 3] =
    ["FreeRTOS-Kernel/include", "FreeRTOS-Kernel/portable/template", "FreeRTOS-Kernel/examples/template_configuration"];

const fn of(name: &'static str, library: &'static str, most: u64) -> Driver {
    Driver { name, library: Some(library), most, include: &[] }
}

const fn own(name: &'static str, most: u64) -> Driver {
    Driver { name, library: None, most, include: &[] }
}

/// All of them.
pub const ALL: [Driver; 20] = [
    of("base64_decode", "crypto-algorithms", 32),
    of("cjson_minify", "cJSON", 24),
    of("cjson_parse", "cJSON", 24),
    Driver { include: &FREERTOS, ..of("freertos_list", "FreeRTOS-Kernel", 16) },
    of("heatshrink_decode", "heatshrink", 25),
    of("heatshrink_encode", "heatshrink", 24),
    of("inih_parts", "inih", 24),
    of("inih_string", "inih", 32),
    of("jsmn_parse", "jsmn", 32),
    Driver { include: &["libcrc/include"], ..of("libcrc_nmea", "libcrc", 24) },
    of("ring_buffer", "Ring-Buffer", 32),
    of("sds_number", "sds", 8),
    of("sds_split", "sds", 16),
    of("sds_trim", "sds", 20),
    own("small_letter", 1),
    own("small_pattern", 5),
    own("small_sign", 4),
    own("small_sort", 4),
    of("zlib_adler32", "zlib", 64),
    of("zlib_inftrees", "zlib", 24),
];

impl Driver {
    /// Its file, from the folder of the package.
    pub fn file(&self) -> PathBuf {
        Path::new(FOLDER).join(format!("{}.c", self.name))
    }

    /// What a compiler is told about includes.
    pub fn flags(&self, root: &Path) -> Vec<String> {
        let others = self.include.iter().map(|folder| root.join(folder));
        [root.to_path_buf()].into_iter().chain(others).map(|folder| format!("-I{}", folder.display())).collect()
    }

    /// Why it cannot take part, if its library is not there.
    pub fn lacks(&self, root: &Path) -> Option<String> {
        let library = self.library.filter(|name| !root.join(name).is_dir())?;
        let from = LIBRARIES.iter().find(|(name, _)| *name == library).map_or("", |(_, from)| from);
        Some(format!("{library} is not in {}: git clone {from} {}", root.display(), root.join(library).display()))
    }
}
