import { Html, html } from '@errand/foundation';
import { Marked, type Tokens } from 'marked';
import { anchorOf, anchorOfRow } from './anchors.ts';
import type { DocsGroup, DocsPage } from './read-pages.ts';
import type { Hit } from './search-pages.ts';

const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }: Tokens.Heading) {
      const words = new Html(this.parser.parseInline(tokens));
      const anchor = anchorOf(text);
      if (depth === 1) return html`<h1>${words}</h1>`.markup;
      const tag = new Html(`h${depth}`);
      return html`<${tag} id="${anchor}"><a href="#${anchor}">${words}</a></${tag}>`.markup;
    },
    table(table: Tokens.Table) {
      const heads = table.header.map(({ tokens }) => this.parser.parseInline(tokens));
      // In a narrow window, each cell is shown below the name of its column.
      const cell = ({ tokens }: Tokens.TableCell, index: number) =>
        html`<td data-label="${plain(table.header[index]?.text ?? '')}">
          ${new Html(this.parser.parseInline(tokens))}
        </td>`.markup;
      const rows = table.rows.map((row) => {
        const anchor = anchorOfRow(row);
        const id = anchor === undefined ? '' : ` id="${anchor}"`;
        return `<tr${id}>${row.map(cell).join('')}</tr>`;
      });
      const head = heads.map((words) => `<th>${words}</th>`).join('');
      const columns = heads.length > 3 ? ' many' : '';
      return `<div class="table${columns}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
    },
    code({ text, lang = '' }: Tokens.Code) {
      return html`<pre tabindex="0" data-language="${lang}"><code>${text}</code></pre>`.markup;
    },
  },
});

/** One page of the documentation as a whole HTML document. */
export function renderPage(page: DocsPage, groups: readonly DocsGroup[]): string {
  const content = new Html(marked.parser([...page.tokens]));
  const headings = page.tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 2,
  );
  const outline =
    headings.length < 3
      ? undefined
      : html`<nav class="outline" aria-label="On this page">
          <p>On this page</p>
          <ul>
            ${headings.map(({ text }) => html`<li><a href="#${anchorOf(text)}">${plain(text)}</a></li>`)}
          </ul>
        </nav>`;
  return renderDocument({ title: page.title, current: page.name, groups, content, outline });
}

/** The start page: all pages in their groups. */
export function renderContents(groups: readonly DocsGroup[]): string {
  const content = html`<h1>Errand's documentation</h1>
    <p class="lead">
      Submit a task over HTTP; a worker runs a recorded automation for it in a real browser.
      <a href="start">Start it on one machine</a>, write
      <a href="automations">your first automation</a>, or read the <a href="api/">API reference</a>.
    </p>
    <div class="contents">
      ${groups.map(
        ({ title, pages }) =>
          html`<section>
            <h2>${title}</h2>
            <ul>
              ${pages.map(({ name, title: words }) => html`<li><a href="${name}">${words}</a></li>`)}
            </ul>
          </section>`,
      )}
    </div>`;
  return renderDocument({ title: 'Documentation', current: '', groups, content });
}

/** The search results, best first. */
export function renderHits(
  wanted: string,
  hits: readonly Hit[],
  groups: readonly DocsGroup[],
): string {
  const title = `Search: ${wanted}`;
  const content = html`<h1>${title}</h1>
    ${listHits(hits)}`;
  return renderDocument({ title, current: '', groups, content, wanted });
}

/** For a name that no page has: the hits of a search for its words. */
export function renderNoPage(
  wanted: string,
  hits: readonly Hit[],
  groups: readonly DocsGroup[],
): string {
  const title = 'There is no such page';
  const content = html`<h1>${title}</h1>
    <p class="lead">Check the address. These pages contain its words:</p>
    ${listHits(hits)}`;
  return renderDocument({ title, current: '', groups, content, wanted });
}

function listHits(hits: readonly Hit[]): Html {
  if (hits.length === 0) {
    return html`<p>Nothing was found. Use fewer or other words, or look through the pages.</p>`;
  }
  return html`<ol class="hits">
    ${hits.map(
      ({ href, title, page, excerpt }) =>
        html`<li>
          <a href="${href}">${plain(title)}</a> <span>${page}</span>
          <p>${excerpt}</p>
        </li>`,
    )}
  </ol>`;
}

/** Headings may contain code. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

interface Document {
  readonly title: string;
  /** Name of the page that the menu marks. */
  readonly current: string;
  readonly groups: readonly DocsGroup[];
  readonly content: Html;
  readonly outline?: Html | undefined;
  readonly wanted?: string;
}

function renderDocument({ title, current, groups, content, outline, wanted }: Document): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Errand</title>
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="product" href="/docs/">Errand <span>docs</span></a>
          <form role="search" action="/docs/search">
            <input
              type="search"
              name="q"
              aria-label="Search the documentation"
              placeholder="Search"
              value="${wanted ?? ''}"
            />
            <button>Search</button>
          </form>
          <a class="to-pages" href="#pages">Pages</a>
          <a href="/docs/api/">API reference</a>
        </header>
        <div class="columns">
          <main id="content">${content}</main>
          ${outline}
          <nav class="menu" id="pages" aria-label="Pages">
            ${groups.map((group) => renderGroup(group, current))}
          </nav>
        </div>
      </body>
    </html>`.markup;
}

function renderGroup({ title, pages }: DocsGroup, current: string): Html {
  const links = pages.map(({ name, title: words }) => {
    const mark = name === current ? new Html(' aria-current="page"') : undefined;
    return html`<li><a href="/docs/${name}" ${mark}>${words}</a></li>`;
  });
  return html`<p>${title}</p>
    <ul>
      ${links}
    </ul>`;
}
