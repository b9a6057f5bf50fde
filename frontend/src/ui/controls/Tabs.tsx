/** Tabs whose selection the page keeps (in the URL). */

import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./Tabs.module.css";

interface Tab {
  id: string;
  label: string;
  /** A count behind the label. */
  count?: number;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
}

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <Primitive.Root value={selected} onValueChange={onSelect}>
      <Primitive.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className={styles.content}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
