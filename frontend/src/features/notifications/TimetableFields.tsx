/** When a channel speaks: how often, at which hour, and when it is quiet. */

import type { Timetable } from "@/api/types";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import styles from "./Notifications.module.css";
import { CADENCE_CHOICES, cadenceOf, clockOf, minutesOf } from "./notificationsModel";

interface TimetableFieldsProps {
  timetable: Timetable;
  onChange: (timetable: Timetable) => void;
}

const NIGHT = { start: 22 * 60, end: 7 * 60 };

export function TimetableFields({ timetable, onChange }: TimetableFieldsProps) {
  const { cadence, daily_at, time_zone } = timetable;
  const quiet = timetable.quiet ?? null;
  const put = (part: Partial<Timetable>) => onChange({ ...timetable, ...part });
  const hours = (part: Partial<typeof NIGHT>) => put({ quiet: { ...NIGHT, ...quiet, ...part } });
  return (
    <>
      <Select
        label="Schedule"
        choices={CADENCE_CHOICES}
        value={cadence}
        onChange={(text) => put({ cadence: cadenceOf(text) })}
      />
      {cadence === "daily" ? (
        <Clock label="At" minutes={daily_at} onChange={(at) => put({ daily_at: at })} />
      ) : null}
      <TextField
        label="Time zone"
        value={time_zone}
        maxLength={64}
        placeholder="Europe/Berlin"
        onChange={(zone) => put({ time_zone: zone })}
      />
      <div className={styles.quietHours}>
        <Checkbox
          label="Quiet hours"
          isChecked={quiet !== null}
          onChange={(isQuiet) => put({ quiet: isQuiet ? NIGHT : null })}
        />
        {quiet === null ? null : (
          <>
            <Clock label="from" minutes={quiet.start} onChange={(start) => hours({ start })} />
            <Clock label="to" minutes={quiet.end} onChange={(end) => hours({ end })} />
          </>
        )}
      </div>
    </>
  );
}

interface ClockProps {
  label: string;
  minutes: number;
  onChange: (minutes: number) => void;
}

function Clock({ label, minutes, onChange }: ClockProps) {
  return (
    <TextField
      label={label}
      type="time"
      isInline
      value={clockOf(minutes)}
      onChange={(text) => {
        const found = minutesOf(text);
        if (found !== null) onChange(found);
      }}
    />
  );
}
