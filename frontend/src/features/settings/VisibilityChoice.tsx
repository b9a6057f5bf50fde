/** Who may read the project: its members, or everybody. Its owners decide. */

import { useMay } from "@/api/session";
import type { Project } from "@/api/types";
import { Select } from "@/ui/controls/Select";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { offerUndo } from "@/ui/feedback/undoStore";
import styles from "./Settings.module.css";
import { useChangeVisibility } from "./settingsQuery";

const CHOICES = [
  { value: "private", label: "its members" },
  { value: "public", label: "everybody, without signing in" },
];

export function VisibilityChoice({ project }: { project: Project }) {
  const mayChange = useMay(project.slug, "manage members");
  const change = useChangeVisibility(project.slug);
  const before = project.visibility;
  const choose = (wanted: Project["visibility"]) =>
    change.mutate(wanted, {
      onSuccess: () =>
        offerUndo({
          label: wanted === "public" ? "Everybody may read it" : "Only members may read it",
          undo: async () => void (await change.mutateAsync(before)),
        }),
    });
  return (
    <div className={styles.repository}>
      <Select
        label="Read by"
        choices={CHOICES}
        value={change.isPending ? change.variables : before}
        isDisabled={!mayChange || change.isPending}
        onChange={(text) => choose(text === "public" ? "public" : "private")}
      />
      <ErrorState error={change.error} what="Who may read the project stays as it was." />
    </div>
  );
}
