/** What was sent, what waits, and what was given up, with the reason and "send again". */

import { useMemo } from "react";
import type { Channel, Delivery } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { PagedList } from "@/ui/tables/PagedList";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Notifications.module.css";
import { deliveryTone, deliveryWord, titleOf } from "./notificationsModel";
import { useDeliveries, useSendAgain } from "./notificationsQuery";
import { type NotificationsState, STATES } from "./notificationsUrl";

interface DeliveryLogProps {
  project: string;
  channels: readonly Channel[];
  state: NotificationsState;
  onChange: (part: Partial<NotificationsState>) => void;
}

const WORDS: Record<(typeof STATES)[number], string> = {
  "": "any",
  waiting: "waiting",
  sent: "sent",
  dead: "given up",
  dropped: "dropped",
};
const STATE_CHOICES = STATES.map((value) => ({ value, label: WORDS[value] }));

export function DeliveryLog({ project, channels, state, onChange }: DeliveryLogProps) {
  const query = useDeliveries(project, state);
  const named = channels.map(({ id, name }) => ({ value: String(id), label: name }));
  const isFiltered = state.channel !== null || state.state !== "";
  return (
    <div className={styles.log}>
      <FilterBar>
        <Select
          label="Channel"
          choices={[{ value: "", label: "any" }, ...named]}
          value={state.channel === null ? "" : String(state.channel)}
          onChange={(text) => onChange({ channel: text === "" ? null : Number(text) })}
        />
        <Select
          label="State"
          choices={STATE_CHOICES}
          value={state.state}
          onChange={(text) => onChange({ state: STATES.find((one) => one === text) ?? "" })}
        />
      </FilterBar>
      <PagedList
        query={query}
        noun="messages"
        height={240}
        empty={
          <NoMessage
            isFiltered={isFiltered}
            onClear={() => onChange({ channel: null, state: "" })}
          />
        }
      >
        {(rows) => <Messages project={project} rows={rows} />}
      </PagedList>
    </div>
  );
}

function NoMessage({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      title="No message matches these filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No message yet.">
      Each message appears here with its channel and state; what did not arrive says why, and can be
      sent again.
    </EmptyState>
  );
}

function Messages({ project, rows }: { project: string; rows: readonly Delivery[] }) {
  const again = useSendAgain(project);
  const columns = useMemo<Column<Delivery>[]>(
    () => [
      { id: "at", head: "Made", cell: (one) => <RelativeTime at={one.created_at} /> },
      { id: "channel", head: "Channel", cell: (one) => one.channel },
      { id: "what", head: "Message", isProse: true, cell: titleOf },
      {
        id: "state",
        head: "State",
        cell: (one) => <Badge tone={deliveryTone(one.state)}>{deliveryWord(one)}</Badge>,
      },
      { id: "tries", head: "Attempts", isNumber: true, cell: (one) => one.attempts },
      { id: "why", head: "Reason", isProse: true, cell: (one) => <Reason delivery={one} /> },
      {
        id: "again",
        head: "Again",
        cell: (one) =>
          one.state === "dead" ? (
            <Button
              aria-label={`Send again: ${titleOf(one)}`}
              disabled={again.isPending}
              onClick={() => again.mutate(one.id)}
            >
              Send again
            </Button>
          ) : null,
      },
    ],
    [again.isPending, again.mutate],
  );
  return (
    <>
      <ErrorState error={again.error} what="The message was not sent again." />
      <Table
        caption="Messages, newest first"
        columns={columns}
        rows={rows}
        rowKey={(one) => one.id}
      />
    </>
  );
}

function Reason({ delivery }: { delivery: Delivery }) {
  const isWaiting = delivery.state === "waiting" && delivery.attempts > 0;
  return (
    <>
      {delivery.reason === "" ? "–" : delivery.reason}
      {isWaiting && delivery.next_at !== null ? (
        <span className={styles.quiet}>
          {" "}
          next attempt <RelativeTime at={delivery.next_at} />
        </span>
      ) : null}
    </>
  );
}
