"""The place of things on a page: words within their chart, one mark in the rail, no cut text."""

from playwright.sync_api import Page

SHOWN = """const shown = one => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true });
  };"""
WORDS_OF_CHARTS = f"""() => {{
  {SHOWN}
  const faults = [];
  for (const drawing of document.querySelectorAll('main svg:not(svg svg)')) {{
    const edge = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll('text')]
      .filter(one => /[\\p{{L}}\\d]/u.test(one.textContent) && shown(one))
      .map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
    for (const [index, [words, box]] of texts.entries()) {{
      if (box.left < edge.left - 2 || box.right > edge.right + 2)
        faults.push(`"${{words}}" leaves its chart`);
      for (const [others, other] of texts.slice(index + 1)) {{
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 2 && down > 4) faults.push(`"${{words}}" lies on "${{others}}"`);
      }}
    }}
  }}
  return faults.slice(0, 8);
}}"""
CUT_CHOICES = f"""() => {{
  {SHOWN}
  const ruler = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main select')].filter(shown).flatMap(one => {{
    const style = getComputedStyle(one);
    ruler.font = `${{style.fontWeight}} ${{style.fontSize}} ${{style.fontFamily}}`;
    const words = one.selectedOptions[0]?.textContent ?? '';
    const room = one.clientWidth - 2 * parseFloat(style.paddingLeft) - 12;
    return ruler.measureText(words).width > room ? [`"${{words}}" is cut in its select`] : [];
  }});
}}"""
RAIL = f"""() => {{
  {SHOWN}
  const rail = document.querySelector('nav[aria-label=Pages]');
  if (rail === null) return [];
  const marked = [...rail.querySelectorAll('[aria-current]')];
  const tops = [...rail.children].filter(shown).map(one => one.getBoundingClientRect().top);
  const isBar = rail.clientHeight < 100;
  return [
    ...(marked.length === 1 ? [] : [`the rail marks ${{marked.length}} pages`]),
    ...(isBar && Math.max(...tops) - Math.min(...tops) > 1 ? ['the bar is not in line'] : []),
  ];
}}"""
BARE_LABELS = f"""() => {{
  {SHOWN}
  return [...document.querySelectorAll('main td[data-head]')]
    .filter(one => shown(one) && one.textContent.trim() === '')
    .filter(one => ![...one.querySelectorAll('*')].some(shown))
    .filter(one => getComputedStyle(one, '::before').content !== 'none')
    .slice(0, 3)
    .map(one => `the label "${{one.dataset.head}}" has no value`);
}}"""

EMPTY_TABLES = f"""() => {{
  {SHOWN}
  return [...document.querySelectorAll('main table')]
    .filter(one => shown(one) && one.tBodies[0]?.rows.length === 0)
    .map(one => `the table "${{one.caption?.textContent}}" has a head and no rows`);
}}"""


def layout_faults(page: Page) -> list[str]:
    """Return what a person with eyes would find wrong in the place of things, at this width."""
    scripts = (WORDS_OF_CHARTS, CUT_CHOICES, RAIL, BARE_LABELS, EMPTY_TABLES)
    return [fault for script in scripts for fault in page.evaluate(script)]
