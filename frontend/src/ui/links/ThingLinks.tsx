/** Names of suites, benchmarks, machines and runs that lead to their pages. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SuiteLinkProps {
  project: string;
  id: number;
  children: ReactNode;
}

export function SuiteLink({ project, id, children }: SuiteLinkProps) {
  return (
    <Link to="/p/$project/suites/$suite" params={{ project, suite: String(id) }}>
      {children}
    </Link>
  );
}

export function BenchmarkLink({ project, id, children }: SuiteLinkProps) {
  return (
    <Link to="/p/$project/benchmarks/$benchmark" params={{ project, benchmark: String(id) }}>
      {children}
    </Link>
  );
}

interface MachineLinkProps {
  project: string;
  /** Null where nobody said on which machine. */
  id: number | null;
  children: ReactNode;
}

export function MachineLink({ project, id, children }: MachineLinkProps) {
  if (id === null) return <>{children}</>;
  return (
    <Link to="/p/$project/machines/$machine" params={{ project, machine: String(id) }}>
      {children}
    </Link>
  );
}
