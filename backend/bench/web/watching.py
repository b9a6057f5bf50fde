"""What a page is asked about itself: when something was painted, what shifted, what held it up."""

from dataclasses import dataclass
from statistics import median

from playwright.sync_api import CDPSession, Page

WATCH = """
(() => {
  const seen = { painted: null, longTasks: [], shift: 0, shifted: [] };
  // by the words or the label: classes have names that the build makes
  const nameOf = node => node && node.tagName
    ? `${node.tagName.toLowerCase()} “${(node.ariaLabel || node.innerText || '').slice(0, 40)}”`
    : 'text';
  window.__seen = seen;
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) seen.longTasks.push(task.duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) {
      if (shift.hadRecentInput) continue;
      seen.shift += shift.value;
      for (const { node, previousRect: from, currentRect: to } of shift.sources) {
        const way = `${Math.round(to.x - from.x)} to the right, ${Math.round(to.y - from.y)} down`;
        seen.shifted.push(`${nameOf(node)} ${way} at ${location.pathname}${location.search}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (WANTED) {
      // the frame after the one that has it: it is on the screen
      requestAnimationFrame(() => { seen.painted = performance.now(); });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""
SEEN = """() => ({
  ...window.__seen,
  requests: performance.getEntriesByType('resource')
    .filter(one => one.name.includes('/api/v1/') && one.startTime < window.__seen.painted)
    .map(one => ({
      path: new URL(one.name).pathname + new URL(one.name).search,
      wait: one.responseEnd - one.requestStart,
      kilobytes: one.encodedBodySize / 1000,
    })),
})"""
FRAMES = """async ([selector, count]) => {
  const box = [...document.querySelectorAll(selector)]
    .find(one => one.scrollHeight > 3 * one.clientHeight) ?? document.scrollingElement;
  const step = Math.min(160, (box.scrollHeight - box.clientHeight) / count);
  const times = [];
  for (let frame = 0; frame <= count; frame += 1) {
    times.push(await new Promise(requestAnimationFrame));
    box.scrollTop += step;
  }
  return times.slice(1).map((time, at) => time - times[at]);
}"""
WATCH_FRAMES = """() => {
  window.__frames = [];
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    window.__frames.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
SETTLED = """() => new Promise(resolve => {
  const until = performance.now() + 10000;
  const look = () => {
    const { __last: last, __released: released } = window;
    const now = performance.now();
    if (last !== null && now - last > 700) resolve(last - released);
    else if (now > until) resolve(null);
    else setTimeout(look, 50);
  };
  look();
})"""
REMEMBER_RELEASE = """() => {
  window.addEventListener('pointerup', () => {
    window.__released = performance.now();
    window.__last = null;
  }, true);
  // from before the release on: what follows it may be drawn before anybody asks
  new MutationObserver(() => requestAnimationFrame(() => { window.__last = performance.now(); }))
    .observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
}"""


@dataclass(frozen=True, slots=True)
class Request:
    path: str
    wait: float
    kilobytes: float


@dataclass(frozen=True, slots=True)
class Painting:
    """One navigation, in milliseconds."""

    painted: float
    busy: float
    """CPU time of the page's main thread until it was painted."""
    long_tasks: list[float]
    shift: float
    shifted: list[str]
    """What moved, how far in pixels, and on which page."""
    requests: list[Request]


def watch(condition: str) -> str:
    """Return the script that notes when a condition, in JavaScript, is first met on screen."""
    return WATCH.replace("WANTED", condition)


def seen(page: Page, session: CDPSession) -> Painting:
    """Wait for what is watched and for the page to come to rest; return what was noted."""
    page.wait_for_function("() => window.__seen?.painted", timeout=120_000)
    busy = busy_ms(session)
    page.wait_for_timeout(600)
    said = page.evaluate(SEEN)
    requests = [Request(**one) for one in said["requests"]]
    return Painting(
        said["painted"], busy, said["longTasks"], said["shift"], said["shifted"], requests
    )


def counting(page: Page) -> CDPSession:
    """Let the browser count the CPU time of the page's main thread, not the clock's."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def busy_ms(session: CDPSession) -> float:
    """Return the CPU time of the page's main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1e3 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def middle(numbers: list[float]) -> float:
    return float(median(numbers)) if numbers else 0.0
