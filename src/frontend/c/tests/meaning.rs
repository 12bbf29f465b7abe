//! Checks, marks, inputs and limits, by running the graph.

use super::*;

#[test]
fn placeholder() {
    assert_eq!(
        lines("int main(void) {\n int x = 1;\n if (x)\n  x = 2;\n else\n  x = 3;\n return x;\n}", &[]),
        [2, 3, 4, 7]
    );
}
