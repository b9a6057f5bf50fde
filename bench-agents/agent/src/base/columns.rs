//! Tables on a terminal: columns as wide as their widest cell.

use std::fmt::Write as _;

/// The first and the last column to the left, the others to the right.
pub(crate) fn aligned<const COLUMNS: usize>(cells: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| {
        let widths = cells.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in cells {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let _ = if column == 0 || column == COLUMNS - 1 {
                write!(line, "{cell:<width$}  ")
            } else {
                write!(line, "{cell:>width$}  ")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
