// Applies the chosen theme before the first paint, so that the page never flashes in the other one.
(() => {
  try {
    const theme = localStorage.getItem('tidemark.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system theme is used then.
  }
})();
