/** What a channel is told: one line a subscription, each with its form. */

import type { Channel, Subscription } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { offerUndo } from "@/ui/feedback/undoStore";
import styles from "./Notifications.module.css";
import { EVERYTHING, selectionText } from "./notificationsModel";
import { useSubscribe, useUnsubscribe } from "./notificationsQuery";
import type { NotificationsState } from "./notificationsUrl";
import { SubscriptionForm } from "./SubscriptionForm";

interface SubscriptionListProps {
  project: string;
  channel: Channel;
  state: NotificationsState;
  onChange: (part: Partial<NotificationsState>) => void;
  mayChange: boolean;
}

export function SubscriptionList(props: SubscriptionListProps) {
  const { project, channel, state, onChange, mayChange } = props;
  const close = () => onChange({ editing: null, adding: null });
  return (
    <div className={styles.subscriptions}>
      <h4>Receives</h4>
      {channel.subscriptions.length === 0 ? (
        <p className={styles.quiet}>Nothing: add what it should receive.</p>
      ) : (
        <ul>
          {channel.subscriptions.map((one) => (
            <li key={one.id}>
              <Line {...{ project, one, onChange, mayChange }} />
              {mayChange && state.editing === one.id ? (
                <SubscriptionForm
                  project={project}
                  channel={channel}
                  id={one.id}
                  initial={one.selection}
                  onDone={close}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange && state.adding === channel.id ? (
        <SubscriptionForm
          project={project}
          channel={channel}
          id={null}
          initial={EVERYTHING}
          onDone={close}
        />
      ) : null}
      {mayChange && state.adding !== channel.id ? (
        <Button kind="quiet" onClick={() => onChange({ adding: channel.id, editing: null })}>
          Add subscription
        </Button>
      ) : null}
    </div>
  );
}

interface LineProps {
  project: string;
  one: Subscription;
  onChange: (part: Partial<NotificationsState>) => void;
  mayChange: boolean;
}

function Line({ project, one, onChange, mayChange }: LineProps) {
  const removal = useUnsubscribe(project);
  const back = useSubscribe(project);
  const text = selectionText(one.selection);
  const place = { channel: one.channel_id, id: one.id };
  const remove = () =>
    removal.mutate(place, {
      onSuccess: () =>
        offerUndo({
          label: `No longer told: ${text}`,
          undo: () => back.mutateAsync({ ...place, id: null, selection: one.selection }),
        }),
    });
  return (
    <div className={styles.subscription}>
      <span>{text}</span>
      {mayChange ? (
        <span className={styles.actions}>
          <Button
            kind="quiet"
            aria-label={`Change: ${text}`}
            onClick={() => onChange({ editing: one.id, adding: null })}
          >
            Change
          </Button>
          <Button kind="quiet" aria-label={`Remove: ${text}`} onClick={remove}>
            Remove
          </Button>
        </span>
      ) : null}
      <ErrorState error={removal.error} what="The channel is told this still." />
    </div>
  );
}
