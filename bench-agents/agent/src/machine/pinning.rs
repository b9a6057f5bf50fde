//! Which processors measured programs are kept on, and where the agent goes meanwhile.

use std::str::FromStr;

use serde::Deserialize;
use serde_json::{Value, json};

use super::cpus::Cpus;
use super::root::Root;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PinSection {
    pub(crate) cpus: Option<Pin>,
}

const CPU: &str = "/sys/devices/system/cpu";

/// What the user or the suite asks for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Pin {
    Off,
    Auto,
    On(Cpus),
}

impl FromStr for Pin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(Self::Off),
            "auto" => Ok(Self::Auto),
            list => {
                let cpus = Cpus::parse(list).map_err(|_| {
                    format!("'{list}' is not auto, off, or processors such as 1 or 2-3")
                })?;
                if cpus.is_empty() {
                    return Err("no processor is named".to_owned());
                }
                Ok(Self::On(cpus))
            }
        }
    }
}

impl TryFrom<String> for Pin {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// What comes of it on this machine.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pinning {
    /// `None`: programs run wherever the kernel puts them.
    pub(crate) cpus: Option<Cpus>,
    /// Where the agent runs meanwhile.
    pub(crate) housekeeping: Cpus,
    isolated: Cpus,
    from: &'static str,
    reason: String,
}

impl Pinning {
    /// `wish` and who wished it; nothing wished is off.
    pub(crate) fn resolve(wish: Option<(Pin, &'static str)>) -> Result<Self, String> {
        let root = Root::of_this_machine();
        let allowed = Cpus::allowed().map_err(|error| format!("no affinity to be had: {error}"))?;
        let list = |file: &str| {
            let text = root.text(&format!("{CPU}/{file}")).unwrap_or_default();
            Cpus::parse(&text).unwrap_or_default()
        };
        let isolated = list("isolated").common(&list("online"));
        let Some((wish, from)) = wish else {
            return Ok(Self::off("default", default_reason(&allowed, &isolated)));
        };
        match wish {
            Pin::Off => Ok(Self::off(from, String::new())),
            Pin::On(cpus) => Self::on(cpus, from, &allowed, &isolated),
            Pin::Auto => match automatic(&root, &allowed, &isolated) {
                Ok(cpus) => Self::on(cpus, from, &allowed, &isolated),
                Err(reason) => Ok(Self::off(from, reason)),
            },
        }
    }

    fn off(from: &'static str, reason: String) -> Self {
        Self {
            from,
            reason,
            ..Self::default()
        }
    }

    fn on(cpus: Cpus, from: &'static str, allowed: &Cpus, isolated: &Cpus) -> Result<Self, String> {
        try_out(&cpus, allowed).map_err(|reason| {
            format!("programs cannot be kept on processors {cpus}: {reason}; available: {allowed}")
        })?;
        let rest = allowed.without(&cpus);
        let isolated = isolated.common(&cpus);
        let reason = if isolated.len() > 1 {
            "the kernel does not spread threads over isolated processors: those of one program may \
             share one"
        } else {
            ""
        };
        Ok(Self {
            housekeeping: if rest.is_empty() {
                allowed.clone()
            } else {
                rest
            },
            cpus: Some(cpus),
            isolated,
            from,
            reason: reason.to_owned(),
        })
    }

    /// Processors for measured programs: what `cores` stands for in a suite.
    pub(crate) fn cores(&self) -> usize {
        self.cpus
            .as_ref()
            .map_or_else(super::cpus::cores, Cpus::len)
    }

    /// Names the place, so that controls of different places are not compared.
    pub(crate) fn place(&self) -> String {
        self.cpus
            .as_ref()
            .map_or_else(|| "anywhere".to_owned(), Cpus::to_string)
    }

    /// `run.conditions.pinning` of the report.
    pub(crate) fn describe(&self) -> Value {
        match &self.cpus {
            None => json!({"state": "off", "from": self.from, "reason": self.reason}),
            Some(cpus) => json!({
                "state": "pinned", "cpus": cpus.list(), "housekeeping": self.housekeeping.list(),
                "isolated": self.isolated.list(), "from": self.from, "reason": self.reason,
            }),
        }
    }

    /// A line for people; nothing to say if nobody asked for anything.
    pub(crate) fn sentence(&self) -> Option<String> {
        match &self.cpus {
            Some(cpus) => Some(format!(
                "pinned: programs on processors {cpus}, the agent on {}",
                self.housekeeping
            )),
            None if self.from != "default" && !self.reason.is_empty() => {
                Some(format!("not pinned: {}", self.reason))
            }
            None => None,
        }
    }
}

fn default_reason(allowed: &Cpus, isolated: &Cpus) -> String {
    if allowed.len() <= 2 {
        few(allowed)
    } else if isolated.is_empty() {
        "nobody asked for it".to_owned()
    } else {
        format!("nobody asked for it; processors {isolated} are isolated: --pin auto uses them")
    }
}

fn few(allowed: &Cpus) -> String {
    format!(
        "{} processors: keeping one for the agent would halve what programs can use",
        allowed.len()
    )
}

/// Isolated processors if there are any, else all but the core of the first.
fn automatic(root: &Root, allowed: &Cpus, isolated: &Cpus) -> Result<Cpus, String> {
    if !isolated.is_empty() {
        return Ok(isolated.clone());
    }
    if allowed.len() <= 2 {
        return Err(few(allowed));
    }
    let first = allowed.first();
    let siblings = root.text(&format!("{CPU}/cpu{first}/topology/thread_siblings_list"));
    let core = siblings.and_then(|list| Cpus::parse(&list).ok());
    let rest = allowed.without(&core.unwrap_or_else(|| first.clone()));
    if rest.is_empty() {
        return Ok(allowed.without(&first));
    }
    Ok(rest)
}

/// Only the kernel knows whether a control group allows it.
fn try_out(cpus: &Cpus, allowed: &Cpus) -> Result<(), String> {
    let tried = cpus.take_over().map_err(|error| error.to_string());
    let given = Cpus::allowed().map_err(|error| error.to_string());
    allowed.take_over().map_err(|error| error.to_string())?;
    tried?;
    if given? == *cpus {
        Ok(())
    } else {
        Err("not all of them are here".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(siblings: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let topology = folder.path().join("sys/devices/system/cpu/cpu0/topology");
        std::fs::create_dir_all(&topology).unwrap();
        std::fs::write(topology.join("thread_siblings_list"), siblings).unwrap();
        folder
    }

    fn set(list: &str) -> Cpus {
        Cpus::parse(list).unwrap()
    }

    #[test]
    fn the_first_core_is_left_to_the_agent_with_all_its_threads() {
        let folder = tree("0,4");
        let root = Root::at(folder.path());
        let chosen = |allowed, isolated| automatic(&root, &set(allowed), &set(isolated));
        assert_eq!(chosen("0-7", ""), Ok(set("1-3,5-7")));
        assert_eq!(chosen("0-3", "6-7"), Ok(set("6-7")));
        assert!(chosen("0-1", "").unwrap_err().contains("2 processors"));
    }

    #[test]
    fn a_processor_that_is_not_here_is_named() {
        let error = Pinning::resolve(Some((Pin::On(set("1000")), "--pin"))).unwrap_err();
        assert!(
            error.contains("1000") && error.contains("available"),
            "{error}"
        );
    }

    #[test]
    fn pins_are_read() {
        assert_eq!("off".parse(), Ok(Pin::Off));
        assert_eq!("0-1".parse(), Ok(Pin::On(set("0,1"))));
        assert!("fast".parse::<Pin>().is_err() && "".parse::<Pin>().is_err());
    }
}
