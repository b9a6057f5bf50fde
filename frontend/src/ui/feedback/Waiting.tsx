/** The server was asked too often or is busy: when the page asks again by itself. */

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/errors";
import { awaitedS } from "@/api/queryClient";
import styles from "./States.module.css";

type Asked = Pick<UseQueryResult, "failureReason" | "failureCount" | "fetchStatus">;

/** Nothing, unless the request waits for the time that the server named. */
export function Waiting({ query }: { query: Asked }) {
  const waitS = query.fetchStatus === "fetching" ? awaitedS(query.failureReason) : undefined;
  if (waitS === undefined) return null;
  const isTooOften = query.failureReason instanceof ApiError && query.failureReason.status === 429;
  return (
    <p className={styles.waiting} role="status">
      {isTooOften ? "Too many requests" : "The server is busy"}; asked again{" "}
      <Countdown key={query.failureCount} seconds={waitS} />.
    </p>
  );
}

function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const clock = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(clock);
  }, []);
  return left > 0 ? `in ${left} s` : "now";
}
