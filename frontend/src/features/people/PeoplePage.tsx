/** All people of the installation, for administrators: who may come in, and who administers. */

import { useMemo, useState } from "react";
import type { Person } from "@/api/types";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Menu } from "@/ui/controls/Menu";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { ShowMore } from "@/ui/tables/ShowMore";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { DeedDialog } from "./DeedDialog";
import { LinkDialog } from "./LinkDialog";
import styles from "./People.module.css";
import {
  answerOf,
  DEED_NAMES,
  type Deed,
  deedsOf,
  rolesText,
  stateText,
  waysIn,
} from "./peopleModel";
import { usePeople } from "./peopleQuery";
import { peopleUrl, STATES } from "./peopleUrl";

interface Opened {
  person: Person;
  /** Null: a link to a new password. */
  deed: Deed | null;
}

export function PeoplePage() {
  const [state, change] = useUrlState(peopleUrl);
  const query = usePeople(state);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const total = query.data?.pages[0]?.total;
  return (
    <Page title="People" answer={answerOf(total)} isBusy={query.isPlaceholderData}>
      <FilterBar>
        <TextField
          label="Name or address"
          type="search"
          value={state.text}
          onChange={(text) => change({ text }, { isReplacing: true })}
        />
        <Select
          label="Accounts"
          choices={STATES.map((value) => ({ value, label: value || "all" }))}
          value={state.state}
          onChange={(text) => change({ state: STATES.find((one) => one === text) ?? "" })}
        />
      </FilterBar>
      <QueryBoundary
        query={query}
        failure="The people could not be loaded."
        skeleton={<Skeleton height={420} label="Loading the people" />}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState title="Nobody fits.">
              People appear here once they have an account: by an invitation to a project, or by the
              identity provider.
            </EmptyState>
          ) : (
            <div className={styles.stack}>
              <PeopleTable rows={rows} onOpen={setOpened} />
              <ShowMore query={query} shown={rows.length} total={total} noun="accounts" />
            </div>
          )
        }
      </QueryBoundary>
      {opened === null ? null : opened.deed === null ? (
        <LinkDialog person={opened.person} onClose={close} />
      ) : (
        <DeedDialog person={opened.person} deed={opened.deed} onClose={close} />
      )}
    </Page>
  );
}

interface PeopleTableProps {
  rows: readonly Person[];
  onOpen: (opened: Opened) => void;
}

function PeopleTable({ rows, onOpen }: PeopleTableProps) {
  const columns = useMemo<Column<Person>[]>(
    () => [
      {
        id: "name",
        head: "Name",
        isWide: true,
        cell: (one) => (
          <>
            {one.name}
            <br />
            <span className={styles.email}>{one.email}</span>
          </>
        ),
      },
      { id: "state", head: "State", isProse: true, cell: stateText },
      { id: "roles", head: "Projects", isProse: true, cell: rolesText },
      { id: "ways", head: "Signs in by", isProse: true, cell: waysIn },
      {
        id: "seen",
        head: "Last seen",
        cell: (one) => <RelativeTime at={one.seen_at} missing="never" />,
      },
      {
        id: "act",
        head: "Actions",
        cell: (one) => <Actions person={one} onOpen={onOpen} />,
      },
    ],
    [onOpen],
  );
  return (
    <Table caption="People" columns={columns} rows={rows} rowKey={(one) => one.id} isStacked />
  );
}

function Actions({ person, onOpen }: { person: Person; onOpen: (opened: Opened) => void }) {
  const entries = deedsOf(person).map((deed) => ({
    label: DEED_NAMES[deed],
    isDanger: deed === "disable" || deed === "unmake administrator",
    onSelect: () => onOpen({ person, deed }),
  }));
  const link = {
    label: "Make a link to a new password",
    onSelect: () => onOpen({ person, deed: null }),
  };
  return (
    <Menu
      kind="quiet"
      label={`Change ${person.name}`}
      icon={<span aria-hidden="true">Change</span>}
      groups={[[link], entries]}
    />
  );
}
