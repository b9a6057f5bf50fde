import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LiveIndicator } from "./frame/LiveIndicator";

/** The wire: the browser's event stream, driven by the test. */
class Stream extends EventTarget {
  static all: Stream[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  send(kind: string, state = 1) {
    this.readyState = state;
    act(() => void this.dispatchEvent(new Event(kind)));
  }
}

function show() {
  const client = new QueryClient();
  const refetched = vi.spyOn(client, "invalidateQueries");
  const view = render(
    <QueryClientProvider client={client}>
      <LiveIndicator project="demo" />
    </QueryClientProvider>,
  );
  const keys = () => refetched.mock.calls.map(([filters]) => filters?.queryKey);
  return { ...view, keys, stream: () => Stream.all.at(-1) as Stream };
}

beforeEach(() => {
  Stream.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("live updates", () => {
  it("fetch again what an event names, once for a burst", () => {
    const { stream, keys } = show();
    expect(stream().url).toBe("/api/v1/projects/demo/events");
    stream().send("open");
    expect(screen.getByRole("status")).toHaveTextContent("Live");
    stream().send("agent");
    stream().send("agent");
    expect(keys()).toEqual([]);
    act(() => void vi.advanceTimersByTime(1000));
    expect(keys()).toEqual([
      ["demo", "overview"],
      ["demo", "machines"],
    ]);
  });

  it("say when they stopped", () => {
    vi.setSystemTime(new Date("2026-01-08T12:30:15Z"));
    const { stream } = show();
    stream().send("open");
    stream().send("error", 0);
    expect(screen.getByRole("status")).toHaveTextContent("Live updates stopped, last at 12:30:15");
  });

  it("connect again after a final refusal and then fetch everything", () => {
    const { stream, keys } = show();
    stream().send("open");
    stream().send("error", 2);
    act(() => void vi.advanceTimersByTime(6000));
    expect(Stream.all).toHaveLength(2);
    stream().send("open");
    expect(screen.getByRole("status")).toHaveTextContent("Live");
    expect(keys()).toEqual([["demo"]]);
  });

  it("close the stream with the page", () => {
    const { stream, unmount } = show();
    unmount();
    expect(stream().readyState).toBe(2);
  });
});
