// Vite plugin: `import("virtual:help/methodology")` is METHODOLOGY.md as title, sections and HTML.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Marked } from 'marked';

const PREFIX = 'virtual:help/';
const ROOT = resolve(import.meta.dirname, '../..');
/** Documents that have a page of their own, by the name in its address. */
const SHOWN = { methodology: 'METHODOLOGY.md', glossary: 'GLOSSARY.md', evaluation: 'docs/evaluation.md', webhooks: 'docs/webhooks.md' };

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/** A heading as addresses name it, the way the forges do. */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-');

const plain = (tokens) =>
  tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? token.raw))).join('');

/** Where a link leads: an address, a heading, another page of help; nowhere for what is not served. */
function addressOf(href) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path, hash] = href.split('#', 2);
  const page = Object.keys(SHOWN).find((name) => basename(SHOWN[name]) === basename(path));
  return page === undefined ? undefined : `/help/${page}${hash === undefined ? '' : `#${hash}`}`;
}

function rendererOf(sections, figures) {
  return {
    heading({ tokens, depth }) {
      const text = plain(tokens);
      const id = slug(text);
      if (depth === 1) return '';
      if (depth === 2) sections.push({ id, text });
      return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens);
      const address = addressOf(href);
      return address === undefined ? inside : `<a href="${escaped(address)}">${inside}</a>`;
    },
    image({ href, text }) {
      figures.push(href);
      return `<img src="\0${figures.length - 1}\0" alt="${escaped(text)}" loading="lazy" />`;
    },
    // Wide tables and listings scroll by themselves, by keyboard too.
    table(token) {
      const rows = [token.header, ...token.rows].map((cells, at) => {
        const name = at === 0 ? 'th scope="col"' : 'td';
        const end = at === 0 ? 'th' : 'td';
        return `<tr>${cells.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${end}>`).join('')}</tr>`;
      });
      const [head, ...body] = rows;
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
    },
    // Ours, and still: text is text.
    html({ text }) {
      return escaped(text);
    },
  };
}

function render(file) {
  const text = readFileSync(file, 'utf8');
  const sections = [];
  const figures = [];
  const html = new Marked({ renderer: rendererOf(sections, figures) }).parse(text);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? basename(file);
  const folder = dirname(file);
  const imports = figures.map((href, at) => `import f${at} from ${JSON.stringify(`${resolve(folder, href)}?url`)};`);
  const pieces = html.split(/\0(\d+)\0/);
  const body = pieces.map((piece, at) => (at % 2 ? `f${piece}` : JSON.stringify(piece))).join(' + ');
  return `${imports.join('\n')}
export const title = ${JSON.stringify(title)};
export const sections = ${JSON.stringify(sections)};
export const html = ${body};`;
}

export function documents() {
  return {
    name: 'documents',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const file = resolve(ROOT, SHOWN[id.slice(PREFIX.length + 1)]);
      this.addWatchFile(file);
      return render(file);
    },
  };
}
