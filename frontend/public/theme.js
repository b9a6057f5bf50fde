// Applies the chosen theme before the first paint, so that the page never flashes in the other one.
(() => {
  try {
    const asked = location.pathname.startsWith('/embed/') && new URLSearchParams(location.search).get('theme');
    const theme = asked || localStorage.getItem('tidemark.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system theme is used then.
  }
})();
