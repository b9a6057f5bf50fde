//! The work that every engine of units hands out: search one unit, in either way of parsing.

use std::{path::PathBuf, str, sync::Arc};

use crate::{
    borrowed::Record,
    filter::Filter,
    hit::Hit,
    lines,
    pieces::{Part, Unit},
    search::{Search, SearchError, read_error},
};

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parsing {
    /// A string per line, a record of strings, a copy in lower case: as the engines of files do.
    Published,
    /// Fields that point into the read buffer, searched where they are.
    Borrowed,
    /// The same, but only of lines that may hold the query as they stand, before any parsing.
    Filtered,
}

impl Parsing {
    pub const ALL: [Self; 3] = [Self::Published, Self::Borrowed, Self::Filtered];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Borrowed => "borrowed",
            Self::Filtered => "filtered",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parsing| parsing.name() == name)
    }
}

/// One query over a known number of units. Cheap to clone: all clones share one state.
#[derive(Debug, Clone)]
pub struct UnitSearch(Arc<State>);

#[derive(Debug)]
struct State {
    parsing: Parsing,
    filter: Filter,
    search: Search,
}

impl UnitSearch {
    /// `units` is how many units will be searched; ASCII case is ignored.
    #[must_use]
    pub fn new(query: &str, units: usize, parsing: Parsing) -> Self {
        Self(Arc::new(State {
            parsing,
            filter: Filter::new(query),
            search: Search::new(query, units),
        }))
    }

    /// Opens, reads and searches the parts of one unit on the calling thread.
    pub fn unit(&self, unit: &Unit) -> Result<Vec<Hit>, SearchError> {
        let mut hits = Vec::new();
        for part in unit {
            self.part(part, &mut hits)?;
        }
        self.0.search.piece_finished();
        Ok(hits)
    }

    fn part(&self, part: &Part, hits: &mut Vec<Hit>) -> Result<(), SearchError> {
        lines::for_each(part, |line| hits.extend(self.line(&part.file, line)))
            .map_err(|source| read_error(&part.file, source))
    }

    fn line(&self, file: &Arc<PathBuf>, line: &[u8]) -> Option<Hit> {
        match self.0.parsing {
            Parsing::Published => {
                let line = str::from_utf8(line).ok()?.to_owned();
                self.0.search.line(file, &line)
            }
            Parsing::Filtered if !self.0.filter.may_match(line) => None,
            Parsing::Borrowed | Parsing::Filtered => self.borrowed(file, line),
        }
    }

    fn borrowed(&self, file: &Arc<PathBuf>, line: &[u8]) -> Option<Hit> {
        let record = Record::parse(line)?;
        let text = record.message.content.0;
        self.0.filter.finder.is_in(text.as_bytes()).then(|| Hit {
            file: Arc::clone(file),
            uuid: record.uuid.0.into_owned(),
            timestamp: record.timestamp.0.into_owned(),
            session: record.session.0.into_owned(),
            role: record.message.role.0.into_owned(),
            text: text.into_owned(),
        })
    }

    #[must_use]
    pub fn threads_peak(&self) -> Option<usize> {
        self.0.search.threads_peak()
    }
}
