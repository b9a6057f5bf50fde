/** A pull request whose base is not known or not measured: why, and what it can be compared with. */

import { Link } from "@tanstack/react-router";
import { ApiError } from "@/api/errors";
import { useDefaultBranch } from "@/api/facets";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { FaultList } from "@/ui/feedback/FaultList";
import { type CompareState, sidesOf } from "../compareUrl";

export function isWithoutBase({ baseline }: CompareState, error: unknown): error is ApiError {
  return (
    baseline.kind === "fork" &&
    error instanceof ApiError &&
    error.status === 404 &&
    error.faults.some(({ pointer }) => pointer === "/query/baseline")
  );
}

interface UnknownBaseProps {
  project: string;
  state: CompareState;
  error: ApiError;
}

export function UnknownBase({ project, state, error }: UnknownBaseProps) {
  const branch = useDefaultBranch(project);
  return (
    <EmptyState
      title="There is no merge base to compare with."
      action={
        <>
          <FaultList faults={error.faults} />
          {branch === undefined ? null : (
            <p>
              <Link
                to="/p/$project/compare"
                params={{ project }}
                search={{ ...sidesOf(state), baseline: `branch:${branch}` } as never}
              >
                Compare with the newest commit of {branch}
              </Link>
              , which may hold later work.
            </p>
          )}
        </>
      }
    />
  );
}
