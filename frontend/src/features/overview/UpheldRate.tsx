/** How many alerts an agent upheld when it measured both commits again. */

import { Link } from "@tanstack/react-router";
import { useRead } from "@/api/useRead";
import { upheldText } from "@/ui/measuring/upheld";

export function UpheldRate({ project }: { project: string }) {
  const { data } = useRead([project, "jobs", "tallies"], "jobs/tallies", { project });
  const text = data === undefined ? "" : upheldText(data);
  if (text === "") return null;
  return (
    <p>
      {text}{" "}
      <Link to="/p/$project/jobs" params={{ project }}>
        Jobs
      </Link>
    </p>
  );
}
