import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UndoBar, useUndo } from "./undo";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

function Accept({ undo }: { undo: () => Promise<void> }) {
  const { act: offer } = useUndo();
  return (
    <button type="button" onClick={() => offer({ label: "Split accepted", undo })}>
      Accept
    </button>
  );
}

function accept(undo: () => Promise<void>) {
  const page = render(<Accept undo={undo} />);
  render(<UndoBar />);
  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  return page;
}

const bar = () => screen.getByRole("region", { name: "Undo" });

describe("what can be undone", () => {
  it("is told, and taken back by the button, also from another page", async () => {
    const undo = vi.fn(() => Promise.resolve());
    accept(undo).unmount();
    expect(bar()).toHaveTextContent("Split accepted");
    expect(bar()).toHaveAttribute("aria-live", "polite");
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Undo" })));
    expect(undo).toHaveBeenCalledOnce();
    expect(bar()).toBeEmptyDOMElement();
  });

  it("is taken back by a key", async () => {
    const undo = vi.fn(() => Promise.resolve());
    accept(undo);
    await act(async () => fireEvent.keyDown(document.body, { key: "u" }));
    expect(undo).toHaveBeenCalledOnce();
  });

  it("stays for ten seconds, longer while somebody points at it", () => {
    accept(() => Promise.resolve());
    act(() => vi.advanceTimersByTime(9_000));
    fireEvent.pointerEnter(bar());
    act(() => vi.advanceTimersByTime(60_000));
    expect(bar()).toHaveTextContent("Split accepted");
    fireEvent.pointerLeave(bar());
    act(() => vi.advanceTimersByTime(10_000));
    expect(bar()).toBeEmptyDOMElement();
  });

  it("says where it could not be undone, and can be tried again", async () => {
    accept(() => Promise.reject(new Error("gone")));
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Undo" })));
    expect(bar()).toHaveTextContent("Split accepted. It could not be undone.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeEnabled();
  });
});
