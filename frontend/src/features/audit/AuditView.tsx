/** The trail as a table with its filters: newest first, and saved as it is filtered. */

import type { ReactNode } from "react";
import type { AuditEvent } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page } from "@/ui/layout/Page";
import { PagedList } from "@/ui/tables/PagedList";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Audit.module.css";
import {
  answerOf,
  type Difference,
  differencesOf,
  fileAddress,
  keptText,
  kindWord,
  thingText,
} from "./auditModel";
import type { useEvents } from "./auditQuery";
import { type AuditState, KINDS, NO_FILTER } from "./auditUrl";

interface AuditViewProps {
  /** Null: of the whole installation. */
  project: string | null;
  query: ReturnType<typeof useEvents>;
  state: AuditState;
  onChange: (part: Partial<AuditState>, options?: { isReplacing?: boolean }) => void;
  /** What will be here while nothing is. */
  children: ReactNode;
}

export function AuditView({ project, query, state, onChange, children }: AuditViewProps) {
  const first = query.data?.pages[0];
  const isFiltered = Object.values(state).some((text) => text !== "");
  return (
    <Page
      title="Audit trail"
      answer={answerOf(first)}
      isBusy={query.isPlaceholderData}
      actions={
        <a className={styles.file} href={fileAddress(project, state)} download>
          Save as CSV
        </a>
      }
    >
      <AuditFilters state={state} nouns={first?.nouns ?? []} onChange={onChange} />
      <PagedList
        query={query}
        noun="events"
        name="audit trail"
        empty={
          <NoEvent isFiltered={isFiltered} onClear={() => onChange(NO_FILTER)}>
            {children}
          </NoEvent>
        }
      >
        {(rows) => (
          <Table
            caption="Events, newest first"
            columns={COLUMNS}
            rows={rows}
            rowKey={(one) => one.id}
          />
        )}
      </PagedList>
      {first === undefined || first.rows.length === 0 ? null : (
        <p className={styles.quiet}>{keptText(first.kept_days)}</p>
      )}
    </Page>
  );
}

interface NoEventProps {
  isFiltered: boolean;
  onClear: () => void;
  children: ReactNode;
}

function NoEvent({ isFiltered, onClear, children }: NoEventProps) {
  return isFiltered ? (
    <EmptyState
      title="No event matches these filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No event yet.">{children}</EmptyState>
  );
}

const COLUMNS: readonly Column<AuditEvent>[] = [
  { id: "at", head: "When", cell: (one) => <RelativeTime at={one.at} /> },
  {
    id: "who",
    head: "Who",
    cell: (one) => <span title={kindWord(one.who)}>{one.who_name || kindWord(one.who)}</span>,
  },
  {
    id: "did",
    head: "Did",
    isProse: true,
    cell: (one) => (
      <>
        {one.verb} {one.noun} <b className={styles.thing}>{thingText(one)}</b>
      </>
    ),
  },
  {
    id: "what",
    head: "What",
    isProse: true,
    cell: (one) => {
      const rows = differencesOf(one);
      return rows.length === 0 ? null : <Differences rows={rows} />;
    },
  },
  {
    id: "from",
    head: "From",
    cell: (one) => <code>{one.address || "–"}</code>,
  },
];

function Differences({ rows }: { rows: readonly Difference[] }) {
  return (
    <ul className={styles.differences}>
      {rows.map(({ name, before, after }) => (
        <li key={name}>
          {name}: {before === null ? null : <s>{before}</s>} {after}
        </li>
      ))}
    </ul>
  );
}

interface AuditFiltersProps {
  state: AuditState;
  nouns: readonly string[];
  onChange: (part: Partial<AuditState>, options?: { isReplacing?: boolean }) => void;
}

const KIND_CHOICES = KINDS.map((kind) => ({
  value: kind,
  label: kind === "" ? "anybody" : kindWord(kind),
}));

/** What of the trail is shown: by whom, to what, and when. */
function AuditFilters({ state, nouns, onChange }: AuditFiltersProps) {
  const known = state.noun === "" || nouns.includes(state.noun) ? nouns : [state.noun, ...nouns];
  const choices = known.map((noun) => ({ value: noun, label: noun }));
  return (
    <FilterBar>
      <TextField
        label="Name"
        type="search"
        placeholder="of a person or a key"
        value={state.who}
        onChange={(who) => onChange({ who }, { isReplacing: true })}
      />
      <Select
        label="By"
        choices={KIND_CHOICES}
        value={state.kind}
        onChange={(text) => onChange({ kind: KINDS.find((one) => one === text) ?? "" })}
      />
      <Select
        label="To"
        choices={[{ value: "", label: "anything" }, ...choices]}
        value={state.noun}
        onChange={(noun) => onChange({ noun })}
      />
      <TextField
        label="From (UTC)"
        type="date"
        value={state.since}
        onChange={(since) => onChange({ since })}
      />
      <TextField
        label="Until (UTC)"
        type="date"
        value={state.until}
        onChange={(until) => onChange({ until })}
      />
    </FilterBar>
  );
}
