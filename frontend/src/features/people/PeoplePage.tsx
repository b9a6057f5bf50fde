/** All people of the installation, for administrators: who may come in, and who administers. */

import { useMemo, useState } from "react";
import { usePages } from "@/api/pages";
import { send } from "@/api/requests";
import type { Person } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Menu } from "@/ui/controls/Menu";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useAction } from "@/ui/feedback/useAction";
import { Dialog } from "@/ui/layout/Dialog";
import { Page } from "@/ui/layout/Page";
import { PagedList } from "@/ui/tables/PagedList";
import { type Column, Table } from "@/ui/tables/Table";
import { codecOf, oneOf, type StateOf, TEXT } from "@/ui/url/urlFields";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./People.module.css";
import {
  answerOf,
  consequenceOf,
  DEED_NAMES,
  type Deed,
  deedsOf,
  rolesText,
  stateText,
  waysIn,
} from "./peopleModel";

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
      <PagedList
        query={query}
        noun="accounts"
        name="people"
        empty={
          <EmptyState title="Nobody fits.">
            People appear here once they have an account: by an invitation to a project, or by the
            identity provider.
          </EmptyState>
        }
      >
        {(rows) => <PeopleTable rows={rows} onOpen={setOpened} />}
      </PagedList>
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
        isAction: true,
        cell: (one) => <Actions person={one} onOpen={onOpen} />,
      },
    ],
    [onOpen],
  );
  return <Table caption="People" columns={columns} rows={rows} rowKey={(one) => one.id} />;
}

function Actions({ person, onOpen }: { person: Person; onOpen: (opened: Opened) => void }) {
  const entries = deedsOf(person).map((deed) => ({
    label: DEED_NAMES[deed],
    isDanger: deed === "disable" || deed === "unmake administrator",
    onSelect: () => onOpen({ person, deed }),
  }));
  const link = {
    label: "Create password link",
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

interface DeedDialogProps {
  person: Person;
  deed: Deed;
  onClose: () => void;
}

/** Says what a deed does to somebody before it is done. */
function DeedDialog({ person, deed, onClose }: DeedDialogProps) {
  const doing = useDeed();
  const isKind = deed === "enable" || deed === "make administrator";
  return (
    <Dialog title={`${DEED_NAMES[deed]}: ${person.email}`} isOpen onClose={onClose}>
      <div className={styles.dialog}>
        <p>{consequenceOf(deed, person)}</p>
        <ErrorState
          error={doing.error}
          what="Nothing was changed."
          meaning="The account is as it was."
        />
        <div className={styles.actions}>
          <Button
            kind={isKind ? "primary" : "danger"}
            disabled={doing.isPending}
            onClick={() => doing.mutate({ id: person.id, deed }, { onSuccess: onClose })}
          >
            {DEED_NAMES[deed]}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Makes a link to a new password and shows it this one time. */
function LinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const link = usePasswordLinkOf();
  const address = globalThis.location.origin + (link.data?.path ?? "");
  return (
    <Dialog title={`Link to a new password: ${person.email}`} isOpen onClose={onClose}>
      <div className={styles.dialog}>
        {link.data === undefined ? (
          <p>
            Whoever opens the link sets a password for {person.name}, once, within 24 hours. Their
            sessions end then.
          </p>
        ) : (
          <div role="status" className={styles.link}>
            <p>
              Bring this link to {person.email} yourself. It works once, expires{" "}
              <RelativeTime at={link.data.expires_at} />, and is shown this once: copy it now.
            </p>
            <code>{address}</code>
          </div>
        )}
        <ErrorState
          error={link.error}
          what="No link was made."
          meaning="The account is as it was."
        />
        <div className={styles.actions}>
          {link.data === undefined ? (
            <Button kind="primary" disabled={link.isPending} onClick={() => link.mutate(person.id)}>
              Create link
            </Button>
          ) : (
            <CopyButton text={address} label="Copy link" />
          )}
          <Button kind="quiet" onClick={onClose}>
            {link.data === undefined ? "Leave it as it is" : "Done"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const PAGE = 50;
const KEY = ["installation", "people"];

/** The requests behind the list of people. */
function usePeople({ text, state }: PeopleState) {
  const asked = { ...(text === "" ? {} : { text }), ...(state === "" ? {} : { state }) };
  return usePages([...KEY, asked], "/api/v1/people", { ...asked, limit: PAGE });
}

interface Wanted {
  id: number;
  deed: Deed;
}

const CALLS: Record<Deed, (person: { user_id: number }) => Promise<unknown>> = {
  disable: (person) => send("put", "/api/v1/people/{user_id}/disabling", person),
  enable: (person) => send("delete", "/api/v1/people/{user_id}/disabling", person),
  "make administrator": (person) => send("put", "/api/v1/people/{user_id}/administrator", person),
  "unmake administrator": (person) =>
    send("delete", "/api/v1/people/{user_id}/administrator", person),
  "end sessions": (person) => send("delete", "/api/v1/people/{user_id}/sessions", person),
  "end provider link": (person) => send("delete", "/api/v1/people/{user_id}/provider-link", person),
};

function useDeed() {
  return useAction(({ id, deed }: Wanted) => CALLS[deed]({ user_id: id }), [["session"], KEY]);
}

/** Makes a link to a new password, which is shown once. */
function usePasswordLinkOf() {
  return useAction((id: number) =>
    send("post", "/api/v1/people/{user_id}/password-links", { user_id: id }),
  );
}

/** State of the list of people ↔ its query string. */
const STATES = ["", "enabled", "disabled", "administrators"] as const;

const peopleUrl = codecOf({
  /** Part of a name or an address. */
  text: TEXT,
  state: oneOf(STATES),
});
type PeopleState = StateOf<typeof peopleUrl>;
