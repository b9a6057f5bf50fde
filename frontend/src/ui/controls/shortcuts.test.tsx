import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useShortcut, useShortcutList, useSingleKeys } from "./shortcuts";

afterEach(() => localStorage.clear());

function Page({ go }: { go: () => void }) {
  useShortcut("g c", "Go to Changes", go);
  const [isOn, turn] = useSingleKeys();
  return (
    <>
      <input aria-label="Name" />
      <input type="checkbox" checked={isOn} onChange={(event) => turn(event.target.checked)} />
      <ul>
        {useShortcutList().map(({ keys, label }) => (
          <li key={keys}>{label}</li>
        ))}
      </ul>
    </>
  );
}

describe("a shortcut", () => {
  it("answers its keys, not while somebody types, and is listed", async () => {
    const go = vi.fn();
    render(<Page go={go} />);
    expect(screen.getByRole("listitem")).toHaveTextContent("Go to Changes");
    await userEvent.keyboard("gc");
    expect(go).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText("Name"), "gc");
    expect(go).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText("Name")).toHaveValue("gc");
  });

  it("of a single key is silent once these are turned off, and with its page", async () => {
    const go = vi.fn();
    const { unmount } = render(<Page go={go} />);
    await userEvent.click(screen.getByRole("checkbox"));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("gc");
    localStorage.clear();
    unmount();
    await userEvent.keyboard("gc");
    expect(go).not.toHaveBeenCalled();
  });
});
