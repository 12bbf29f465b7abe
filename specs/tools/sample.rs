//! Which of our own questions a test asks that does not ask all. Their names decide, so that a new question changes
//! nothing for the others.

use lariat::spec::Asked;

/// Whether a question is among the one of so many that are asked.
pub fn is_sampled(asked: &Asked, every: usize) -> bool {
    let folders = asked.program.components().rev().take(2);
    let program = folders.flat_map(|part| part.as_os_str().as_encoded_bytes());
    // FNV-1a.
    let bytes = program.chain(asked.name.as_bytes());
    let sum =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    ((sum >> 32) as usize).is_multiple_of(every)
}
