/** Share: in the top bar of every page; its panel comes when it is opened. */

import { Popover } from "radix-ui";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { Skeleton } from "@/ui/feedback/Skeleton";
import styles from "./Share.module.css";

const SharePanel = lazy(() =>
  import("./SharePanel").then((module) => ({ default: module.SharePanel })),
);

interface ShareProps {
  project: string;
  icon: ReactNode;
}

export function Share({ project, icon }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  useShortcut("s", "Share or save this page", () => setIsOpen(true), "Anywhere");
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button kind="quiet" aria-label="Share or save this page" title="Share or save this page">
          <span className={styles.trigger}>
            {icon}
            <span className={styles.word}>Share</span>
          </span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.panel}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Share or save this page"
        >
          <Suspense fallback={<Skeleton height={280} />}>
            <SharePanel project={project} onDone={() => setIsOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
