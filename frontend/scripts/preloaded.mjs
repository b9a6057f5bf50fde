// Vite plugin: the page names a module that its first script imports later, so that both are fetched at once.
export function preloaded(source) {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_page, { bundle }) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
        if (!start) throw new Error(`nothing of the build starts at ${source}`);
        // what the first script is or brings stands in the page already
        const scripts = [start.fileName, ...start.imports].filter((name) => !bundle[name].isEntry);
        const styles = scripts.flatMap((name) => [...(bundle[name].viteMetadata?.importedCss ?? [])]);
        return [
          ...scripts.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ...styles.map((name) => link({ rel: 'stylesheet', href: `/${name}` })),
        ];
      },
    },
  };
}

const link = (attrs) => ({ tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' });
