/** Share: in the top bar of every page; its panel comes when it is opened. */

import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Popup } from "@/ui/layout/Popup";
import styles from "./Share.module.css";

const SharePanel = lazy(() =>
  import("./SharePanel").then((module) => ({ default: module.SharePanel })),
);

const NAME = "Share or save this page";

interface ShareProps {
  project: string;
  icon: ReactNode;
}

export function Share({ project, icon }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  useShortcut("s", NAME, () => setIsOpen(true), "Anywhere");
  return (
    <Popup
      label={NAME}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button kind="quiet" aria-label={NAME} title={NAME}>
          <span className={styles.trigger}>
            {icon}
            <span className={styles.word}>Share</span>
          </span>
        </Button>
      }
    >
      <Suspense fallback={<Skeleton height={280} />}>
        <SharePanel project={project} onDone={() => setIsOpen(false)} />
      </Suspense>
    </Popup>
  );
}
