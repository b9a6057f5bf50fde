import { render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CrashPage } from "./FailurePages";
import { isGone, loadAnewWhenGone } from "./staleFiles";

const gone = new Error("Failed to fetch dynamically imported module: http://x/assets/old.js");

beforeEach(() => sessionStorage.clear());

describe("a page whose files are gone after an upgrade", () => {
  it("is loaded again, once", () => {
    const tab = new EventTarget();
    const load = vi.fn();
    loadAnewWhenGone(tab, sessionStorage, load);
    tab.dispatchEvent(new Event("vite:preloadError"));
    tab.dispatchEvent(new Event("vite:preloadError"));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("stays as it is where the browser keeps nothing, or it would be loaded for ever", () => {
    const tab = new EventTarget();
    const load = vi.fn();
    loadAnewWhenGone(tab, null, load);
    tab.dispatchEvent(new Event("vite:preloadError"));
    expect(load).not.toHaveBeenCalled();
  });

  it("says that there is no connection, and does not blame the server", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    render(<CrashPage error={gone} reset={vi.fn()} />);
    expect(screen.getByRole("heading", { name: "You are offline." })).toBeVisible();
    vi.restoreAllMocks();
  });

  it("says so where that did not help", () => {
    render(<CrashPage error={gone} reset={vi.fn()} />);
    expect(screen.getByRole("heading", { name: "This page did not load." })).toBeVisible();
    expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
    expect(isGone(new Error("undefined is not a function"))).toBe(false);
  });
});
