//! Test cases of KLEE: the bytes of `data`, as far as `size` says.

/// Reads one.
pub fn read(file: &[u8]) -> Option<Vec<u8>> {
    let mut rest = file.strip_prefix(b"KTEST")?;
    let version = number(&mut rest)?;
    for _ in 0..number(&mut rest)? {
        block(&mut rest)?;
    }
    if version >= 2 {
        number(&mut rest)?;
        number(&mut rest)?;
    }
    let (mut data, mut size) = (None, None);
    for _ in 0..number(&mut rest)? {
        let name = block(&mut rest)?;
        let bytes = block(&mut rest)?;
        match name {
            b"data" => data = Some(bytes.to_vec()),
            b"size" => size = Some(bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte))),
            _ => {}
        }
    }
    let mut data = data?;
    data.truncate(size?.try_into().unwrap_or(usize::MAX));
    Some(data)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_at_checked(4)?;
    *rest = after;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// Bytes behind how many they are.
fn block<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(rest)?;
    let (bytes, after) = rest.split_at_checked(length as usize)?;
    *rest = after;
    Some(bytes)
}
