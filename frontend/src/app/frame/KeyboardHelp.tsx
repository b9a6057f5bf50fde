/** `?`: every key that does something here. */

import { useState } from "react";
import { Checkbox } from "@/ui/controls/Checkbox";
import {
  type Shortcut,
  useShortcut,
  useShortcutList,
  useSingleKeys,
} from "@/ui/controls/shortcuts";
import { Dialog } from "@/ui/layout/Dialog";
import styles from "./KeyboardHelp.module.css";

/** Keys that charts, tables and controls answer while they have the focus. */
const LOCAL: readonly Shortcut[] = [
  { group: "In a chart", keys: "← →", label: "Move to the commit before or after" },
  { group: "In a chart", keys: "Enter", label: "Open the point" },
  { group: "In a chart", keys: "Escape", label: "Leave the point, show all" },
  { group: "In a table", keys: "↑ ↓", label: "Move from row to row" },
  { group: "In a table", keys: "Enter", label: "Open the row" },
];

export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcut("?", "Show all keys", () => setOpen(true), "Anywhere");
  const [isOn, turn] = useSingleKeys();
  const shortcuts = [...useShortcutList(), ...LOCAL];
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={() => setOpen(false)}>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl className={styles.keys}>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ keys, label }) => (
                  <div key={keys + label}>
                    <dt>
                      <Keys keys={keys} />
                    </dt>
                    <dd>{label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <Checkbox label="Single-key shortcuts" isChecked={isOn} onChange={turn} />
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: string }) {
  return keys.split(" ").map((key) => <kbd key={key}>{key.replace("Control+", "Ctrl ")}</kbd>);
}
