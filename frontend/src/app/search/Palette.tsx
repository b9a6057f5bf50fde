/** Search for anything (Control K): pages, benchmarks, commits, runs, and all else that has a page. */

import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useRead } from "@/api/useRead";
import { usePlaces } from "@/app/places";
import { Dialog } from "@/ui/layout/Dialog";
import styles from "./Palette.module.css";
import { type PaletteGroup, type PaletteLine, paletteGroups, stepFrom } from "./paletteModel";

interface PaletteProps {
  project: string;
  onClose: () => void;
}

export function Palette({ project, onClose }: PaletteProps) {
  return (
    <Dialog title="Search" isOpen isBare onClose={onClose}>
      <Search project={project} onClose={onClose} />
    </Dialog>
  );
}

function useFound(project: string, text: string) {
  const asked = useSettled(text.trim());
  return useRead(
    [project, "search", asked],
    "search",
    { project, text: asked },
    { enabled: asked !== "", placeholderData: keepPreviousData },
  );
}

const PAUSE_MS = 80;

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Search({ project, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const navigate = useNavigate();
  const found = useFound(project, text);
  const hits = text.trim() === "" ? [] : (found.data?.hits ?? []);
  const groups = paletteGroups(project, text, hits, usePlaces());
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.min(chosen, Math.max(0, lines.length - 1));
  const open = (line: PaletteLine | undefined) => {
    if (line === undefined) return;
    onClose();
    void navigate({ href: line.address });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen(stepFrom(lines.length, at, by));
    else if (event.key === "Enter") open(lines[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.palette}>
      <input
        type="search"
        role="combobox"
        className={styles.input}
        placeholder="Search benchmarks, commits, runs, pages"
        aria-label="Search for anything"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={lines.length > 0 ? `${list}-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Lines list={list} groups={groups} lines={lines} at={at} onOpen={open} />
      <p className={styles.note} role="status">
        {noteOf(found.isError, found.isFetching, lines.length)}
      </p>
    </div>
  );
}

function noteOf(isFailed: boolean, isSearching: boolean, count: number): string {
  if (isFailed) return "The server did not answer the search; pages are listed all the same.";
  if (isSearching) return "Searching";
  return count === 0 ? "Nothing has all these words in its name." : "";
}

interface LinesProps {
  list: string;
  groups: readonly PaletteGroup[];
  lines: readonly PaletteLine[];
  at: number;
  onOpen: (line: PaletteLine) => void;
}

function Lines({ list, groups, lines, at, onOpen }: LinesProps) {
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [list, at]);
  return (
    <div id={list} role="listbox" aria-label="Found" className={styles.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={group.name} role="group" aria-label={group.name}>
          <p className={styles.kind} aria-hidden="true">
            {group.name}
          </p>
          {group.lines.map((line) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={line.id}
              id={`${list}-${lines.indexOf(line)}`}
              role="option"
              tabIndex={-1}
              aria-selected={lines[at] === line}
              className={styles.line}
              onClick={() => onOpen(line)}
            >
              <span className={styles.title}>{line.title}</span>
              <span className={styles.detail}>{line.detail}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
