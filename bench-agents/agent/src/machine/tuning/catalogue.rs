//! The settings that the agent can change, and the files in which the kernel keeps them.

use std::fmt;

use serde::Deserialize;

use crate::machine::cpus::Cpus;
use crate::machine::root::Root;

const CPU: &str = "/sys/devices/system/cpu";

/// A file (one `*` for numbers) and what the words of the command line are called there.
struct Place {
    pattern: &'static str,
    words: &'static [(&'static str, &'static str)],
}

pub(super) struct Setting {
    pub(super) name: &'static str,
    /// What `tune` sets if nothing is said; nothing: only on request.
    pub(super) usual: Option<&'static str>,
    /// Words that are not in a place's list are passed on as they are.
    is_open: bool,
    places: &'static [Place],
    /// Words, for messages.
    pub(super) choices: &'static str,
}

const ON_OFF: &[(&str, &str)] = &[("off", "0"), ("on", "1")];

const fn place(pattern: &'static str, words: &'static [(&'static str, &'static str)]) -> Place {
    Place { pattern, words }
}

/// In the order in which they are set: switching off threads of cores changes which files there are.
pub(super) const SETTINGS: [Setting; 14] = [
    Setting {
        name: "smt",
        usual: Some("off"),
        is_open: false,
        places: &[place(
            "/sys/devices/system/cpu/smt/control",
            &[("off", "off"), ("on", "on")],
        )],
        choices: "off, on",
    },
    Setting {
        name: "governor",
        usual: Some("performance"),
        is_open: true,
        places: &[place(
            "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
            &[],
        )],
        choices: "performance, powersave, or another that the kernel knows",
    },
    Setting {
        name: "turbo",
        usual: Some("off"),
        is_open: false,
        places: &[
            place(
                "/sys/devices/system/cpu/intel_pstate/no_turbo",
                &[("off", "1"), ("on", "0")],
            ),
            place("/sys/devices/system/cpu/cpufreq/boost", ON_OFF),
        ],
        choices: "off, on",
    },
    Setting {
        name: "aslr",
        usual: Some("off"),
        is_open: false,
        places: &[place(
            "/proc/sys/kernel/randomize_va_space",
            &[("off", "0"), ("partial", "1"), ("full", "2")],
        )],
        choices: "off, partial, full",
    },
    Setting {
        name: "thp",
        usual: Some("never"),
        is_open: false,
        places: &[place(
            "/sys/kernel/mm/transparent_hugepage/enabled",
            &[
                ("never", "never"),
                ("madvise", "madvise"),
                ("always", "always"),
            ],
        )],
        choices: "never, madvise, always",
    },
    Setting {
        name: "irq",
        usual: Some("away"),
        is_open: true,
        places: &[place("/proc/irq/*/smp_affinity_list", &[])],
        choices: "away, or a list of processors",
    },
    Setting {
        name: "workqueue",
        usual: Some("away"),
        is_open: true,
        places: &[place("/sys/devices/virtual/workqueue/cpumask", &[])],
        choices: "away, or a list of processors",
    },
    Setting {
        name: "swappiness",
        usual: Some("10"),
        is_open: true,
        places: &[place("/proc/sys/vm/swappiness", &[])],
        choices: "a number from 0 to 200",
    },
    Setting {
        name: "watchdog",
        usual: Some("off"),
        is_open: false,
        places: &[
            place("/proc/sys/kernel/nmi_watchdog", ON_OFF),
            place("/proc/sys/kernel/soft_watchdog", ON_OFF),
        ],
        choices: "off, on",
    },
    Setting {
        name: "numa",
        usual: Some("off"),
        is_open: false,
        places: &[place("/proc/sys/kernel/numa_balancing", ON_OFF)],
        choices: "off, on",
    },
    Setting {
        name: "timers",
        usual: Some("off"),
        is_open: false,
        places: &[place("/proc/sys/kernel/timer_migration", ON_OFF)],
        choices: "off, on (whether timers move between processors)",
    },
    Setting {
        name: "ksm",
        usual: Some("off"),
        is_open: false,
        places: &[place("/sys/kernel/mm/ksm/run", ON_OFF)],
        choices: "off, on (merging of equal pages)",
    },
    Setting {
        name: "latency",
        usual: Some("0"),
        is_open: true,
        places: &[place("/dev/cpu_dma_latency", &[])],
        choices: "microseconds in which a processor must be awake",
    },
    Setting {
        name: "swap",
        usual: None,
        is_open: false,
        places: &[],
        choices: "off",
    },
];

/// Whether a setting keeps a value in this file; swap is on devices and files of any name.
pub(super) fn has_file(name: &str, file: &str) -> bool {
    if name == "swap" {
        return file.starts_with('/') && file.split('/').all(|part| part != "..");
    }
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    setting.is_some_and(|setting| setting.places.iter().any(|place| place.is_at(file)))
}

impl Place {
    fn is_at(&self, file: &str) -> bool {
        let Some((before, after)) = self.pattern.split_once('*') else {
            return file == self.pattern;
        };
        let between = file
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after));
        between.is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

/// What the user wants set: names and words, each name once.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Wish(pub(super) Vec<(&'static str, String)>);

impl TryFrom<String> for Wish {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl Wish {
    /// Everything that `tune` sets if nothing is said.
    pub(crate) fn usual() -> Self {
        let usual = SETTINGS
            .iter()
            .filter_map(|setting| Some((setting.name, setting.usual?.to_owned())));
        Self(usual.collect())
    }

    /// `governor=performance,turbo=off`; `all` is everything usual.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::usual());
        }
        let mut wished: Vec<(&'static str, String)> = Vec::new();
        for part in text.split(',') {
            let (setting, word) = one(part.trim())?;
            if wished.iter().any(|(name, _)| *name == setting.name) {
                return Err(format!("'{}' is given twice", setting.name));
            }
            wished.push((setting.name, word.to_owned()));
        }
        Ok(Self(wished))
    }

    /// The settings in the order of the catalogue, with the words wished.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        SETTINGS.iter().filter_map(|setting| {
            let (_, word) = self.0.iter().find(|(name, _)| *name == setting.name)?;
            Some((setting, word.as_str()))
        })
    }
}

fn one(part: &str) -> Result<(&'static Setting, &str), String> {
    let known = || {
        let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        names.join(", ")
    };
    let (name, word) = part
        .split_once('=')
        .ok_or_else(|| format!("'{part}' is not of the form name=value; names: {}", known()))?;
    let setting = SETTINGS
        .iter()
        .find(|setting| setting.name == name)
        .ok_or_else(|| format!("there is no setting '{name}'; there are {}", known()))?;
    if setting.takes(word) {
        Ok((setting, word))
    } else {
        Err(format!("{name}={word}: choose from {}", setting.choices))
    }
}

impl Setting {
    fn takes(&self, word: &str) -> bool {
        let has = |place: &Place| place.words.iter().any(|(known, _)| *known == word);
        match self.name {
            "swap" => word == "off",
            "latency" | "swappiness" => word.parse::<u32>().is_ok_and(|number| number <= 200),
            "irq" | "workqueue" => {
                word == "away" || Cpus::parse(word).is_ok_and(|set| !set.is_empty())
            }
            _ => (self.is_open && !word.is_empty()) || self.places.iter().any(has),
        }
    }

    /// The files that exist here and the value that `word` means in each.
    pub(super) fn targets(&self, root: &Root, word: &str, quiet: &Cpus) -> Vec<(String, String)> {
        let of_place = |place: &Place| {
            let value = self.value(place, word, quiet);
            let files = root.numbered(place.pattern);
            files
                .into_iter()
                .map(move |file| (file, value.clone()))
                .collect::<Vec<_>>()
        };
        self.places.iter().flat_map(of_place).collect()
    }

    /// `quiet`: the processors for everything that is to stay away from the measured ones.
    fn value(&self, place: &Place, word: &str, quiet: &Cpus) -> String {
        let given = || Cpus::parse(word).unwrap_or_default();
        let cpus = || {
            if word == "away" {
                quiet.clone()
            } else {
                given()
            }
        };
        match self.name {
            "irq" => cpus().to_string(),
            "workqueue" => cpus().mask(),
            _ => {
                let known = place.words.iter().find(|(known, _)| *known == word);
                known.map_or(word, |(_, value)| value).to_owned()
            }
        }
    }

    /// Why the file that exists cannot be set all the same.
    pub(super) fn obstacle(&self, now: &str) -> Option<&'static str> {
        let is_smt_fixed = self.name == "smt" && now.starts_with("not");
        is_smt_fixed.then_some("this processor has no threads to switch")
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|(name, word)| format!("{name}={word}"))
            .collect();
        f.write_str(&parts.join(","))
    }
}

/// The processors that are neither measured nor wanted to be: the others, else the first.
pub(super) fn quiet(root: &Root, measured: Option<&Cpus>) -> Cpus {
    let online = root.text(&format!("{CPU}/online"));
    let online = online
        .and_then(|list| Cpus::parse(&list).ok())
        .unwrap_or_default();
    let rest = measured
        .map(|measured| online.without(measured))
        .unwrap_or_default();
    if rest.is_empty() {
        online.first()
    } else {
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::Wish;

    #[test]
    fn wishes_are_checked_before_anything_is_changed() {
        let good = "governor=performance,turbo=off,irq=0-1,swappiness=10";
        assert_eq!(Wish::parse(good).unwrap().to_string(), good);
        for wrong in [
            "",
            "governor",
            "speed=up",
            "turbo=never",
            "irq=x",
            "swap=on",
            "aslr=off,aslr=full",
        ] {
            assert!(Wish::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_usual_wish_can_be_written_down() {
        let usual = Wish::usual();
        assert_eq!(Wish::parse(&usual.to_string()).unwrap(), usual);
        assert!(!usual.to_string().contains("swap=off"));
    }
}
