import { Html, html } from '@errand/foundation';
import type { Tokens } from 'marked';
import { anchorOf } from './anchors.ts';
import { createMarked, plain } from './create-marked.ts';
import type { ReferencePage } from '../reference/reference-page.ts';
import type { DocsGroup, DocsPage } from './read-pages.ts';
import { renderDocument } from './render-document.ts';
import type { Hit } from './search-pages.ts';

const marked = createMarked({
  heading({ tokens, text, depth }: Tokens.Heading) {
    const words = new Html(this.parser.parseInline(tokens));
    const anchor = anchorOf(text);
    if (depth === 1) return html`<h1>${words}</h1>`.markup;
    const tag = new Html(`h${depth}`);
    return html`<${tag} id="${anchor}"><a href="#${anchor}">${words}</a></${tag}>`.markup;
  },
  code({ text, lang = '' }: Tokens.Code) {
    return html`<pre tabindex="0" data-language="${lang}"><code>${text}</code></pre>`.markup;
  },
});

/** One page of the documentation as a whole HTML document. */
export function renderPage(page: DocsPage, groups: readonly DocsGroup[]): string {
  const content = new Html(marked.parser([...page.tokens]));
  const headings = page.tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 2,
  );
  const outline = headings.map(({ text }) => ({ id: anchorOf(text), title: plain(text) }));
  return renderDocument({ title: page.title, current: page.name, groups, content, outline });
}

/** One page of the API reference. */
export function renderReferencePage(
  { name, title, outline, render }: ReferencePage,
  groups: readonly DocsGroup[],
): string {
  // Its many parts are indented as in the source; text is never between two tags.
  const content = new Html(render().markup.replaceAll(/>\s*\n\s*</g, '>\n<'));
  return renderDocument({
    title: `${title} · API reference`,
    current: name,
    groups,
    content,
    outline,
    styles: ['reference.css'],
  });
}

/** The start page: all pages in their groups. */
export function renderContents(groups: readonly DocsGroup[]): string {
  const content = html`<h1>Errand's documentation</h1>
    <p class="lead">
      Submit a task over HTTP; a worker runs a recorded automation for it in a real browser.
      <a href="start">Start it on one machine</a>, write
      <a href="first-automation">your first automation</a>, or read the
      <a href="api/">API reference</a>.
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
