//! What small programs become.
