/** What an answer waits for: the server was asked too often, is busy, or a part of it is down. */

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/errors";
import { awaitedS } from "@/api/queryClient";
import { useReadiness } from "@/api/readiness";
import styles from "./States.module.css";

type Asked = Pick<UseQueryResult, "data" | "failureReason" | "failureCount" | "fetchStatus">;
/** A skeleton that stands for longer says why. */
const SLOW_MS = 3_000;

/** Nothing, unless the request waits for the time that the server named, or for too long. */
export function Waiting({ query }: { query: Asked }) {
  if (query.fetchStatus === "paused") return <Offline />;
  const isAsking = query.fetchStatus === "fetching";
  const waitS = isAsking ? awaitedS(query.failureReason) : undefined;
  if (waitS === undefined) return isAsking && query.data === undefined ? <Slow /> : null;
  const isTooOften = query.failureReason instanceof ApiError && query.failureReason.status === 429;
  return (
    <p className={styles.waiting} role="status">
      {isTooOften ? "Too many requests" : <Down otherwise="The server is busy" />}; asked again{" "}
      <Countdown key={query.failureCount} seconds={waitS} />.
    </p>
  );
}

/** The browser has no connection: it asks again by itself when there is one. */
function Offline() {
  return (
    <p className={styles.waiting} role="status">
      You are offline. This loads when the connection is back.
    </p>
  );
}

function Slow() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(clock);
  }, []);
  if (!isSlow) return null;
  return (
    <p className={styles.waiting} role="status">
      <Down otherwise="The answer takes longer than 3 s" />. The page goes on waiting.
    </p>
  );
}

/** Which part of the server is down, in its own words. */
function Down({ otherwise }: { otherwise: string }) {
  const readiness = useReadiness();
  if (readiness.isError) return <>The server does not answer</>;
  return <>{readiness.data?.troubles[0]?.reason ?? otherwise}</>;
}

function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const clock = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(clock);
  }, []);
  return left > 0 ? `in ${left} s` : "now";
}
