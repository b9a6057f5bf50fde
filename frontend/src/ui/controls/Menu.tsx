/** A menu of actions behind a button; arrows, letters and Escape work in it. */

import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./Menu.module.css";

interface MenuEntry {
  label: string;
  /** What happens; without it the entry cannot be chosen. */
  onSelect?: () => void;
  /** An address instead of an action; opened in place. */
  href?: string;
  /** File name where the address is a download. */
  download?: string;
  /** Keys or a word at the end of the line. */
  hint?: string;
  /** Says that the entry is the one chosen now, or is not. */
  isChecked?: boolean;
  isDanger?: boolean;
}

interface MenuProps {
  /** Name of the button: its text, or what is read out beside its picture. */
  label: string;
  /** Drawn instead of the text. */
  icon?: ReactNode;
  kind?: "plain" | "quiet";
  /** Groups have a line between them. */
  groups: readonly (readonly MenuEntry[])[];
  /** For entries that are fetched when they are first wanted. */
  onOpen?: () => void;
}

export function Menu({ label, icon, kind = "plain", groups, onOpen }: MenuProps) {
  const shown = groups.filter((group) => group.length > 0);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <DropdownMenu.Trigger asChild>
        <Button kind={kind} aria-label={icon === undefined ? undefined : label} title={label}>
          {icon ?? label}
          <span aria-hidden="true" className={styles.arrow}>
            ▾
          </span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
        >
          {shown.map((group, index) => (
            <DropdownMenu.Group key={group[0]?.label}>
              {index === 0 ? null : <DropdownMenu.Separator className={styles.line} />}
              {group.map((entry) => (
                <Entry key={entry.label} entry={entry} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const name = entry.isDanger ? `${styles.entry} ${styles.danger}` : styles.entry;
  const select = { onSelect: () => entry.onSelect?.() };
  const inside = (
    <>
      <span>{entry.label}</span>
      {entry.hint === undefined ? null : <span className={styles.hint}>{entry.hint}</span>}
    </>
  );
  if (entry.isChecked !== undefined) {
    return (
      <DropdownMenu.CheckboxItem className={name} checked={entry.isChecked} {...select}>
        <span className={styles.tick} aria-hidden="true">
          <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
        </span>
        {inside}
      </DropdownMenu.CheckboxItem>
    );
  }
  if (entry.href !== undefined) {
    return (
      <DropdownMenu.Item asChild className={name} {...select}>
        <a href={entry.href} download={entry.download}>
          {inside}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item className={name} disabled={entry.onSelect === undefined} {...select}>
      {inside}
    </DropdownMenu.Item>
  );
}
