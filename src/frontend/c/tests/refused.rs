//! What is refused, and how it is named.
