// Names the theme before the first paint, so that the page never flashes in the other one.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    const asked = location.pathname.startsWith('/embed/') && new URLSearchParams(location.search).get('theme');
    try {
      return asked || localStorage.getItem('tidemark.theme');
    } catch {
      return asked; // storage may be forbidden
    }
  };
  const apply = () => {
    const theme = chosen();
    const isChosen = theme === 'light' || theme === 'dark';
    document.documentElement.dataset.theme = isChosen ? theme : system.matches ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
})();
