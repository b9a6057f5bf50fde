//! `goals`: the goals of a report once more.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;

use super::print;
use crate::results::goals::{self, Row};

pub(crate) fn execute(report: &Path) -> anyhow::Result<ExitCode> {
    let shown = report.display();
    let text = std::fs::read(report).with_context(|| format!("cannot read the report {shown}"))?;
    let document: Value =
        serde_json::from_slice(&text).with_context(|| format!("{shown} is no report"))?;
    let rows = document.pointer("/run/conditions/goals");
    let rows: Vec<Row> = match rows {
        Some(rows) => serde_json::from_value(rows.clone())
            .with_context(|| format!("{shown}: run.conditions.goals cannot be read"))?,
        None => Vec::new(),
    };
    if rows.is_empty() {
        print(&format!(
            "{shown} has no goals; a suite states them as [[goal]]\n"
        ))?;
    }
    print(&goals::render(&rows))?;
    Ok(ExitCode::SUCCESS)
}
