/** Opens the search over everything; the field itself is loaded when it is first wanted. */

import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { Icon } from "./icons";
import styles from "./Layout.module.css";

const Palette = lazy(() =>
  import("@/app/search/Palette").then(({ Palette: Sheet }) => ({ default: Sheet })),
);

export function SearchButton({ project }: { project: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut("Control+k", "Search for anything", open, "Anywhere");
  useShortcut("/", "Search this page, or everything", () => focusSearch() || open(), "Anywhere");
  return (
    <>
      <Button className={styles.search ?? ""} onClick={open} title="Search for anything (Ctrl K)">
        <Icon name="search" />
        <span className={styles.searchText}>Search</span>
        <kbd className={styles.keys}>Ctrl K</kbd>
      </Button>
      {isOpen ? (
        <Suspense>
          <Palette project={project} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Goes to the search field of the page, where it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
