import { Html, html } from '@errand/foundation';
import type { DocsGroup } from './read-pages.ts';

export interface Document {
  readonly title: string;
  /** Name of the page that the menu marks. */
  readonly current: string;
  readonly groups: readonly DocsGroup[];
  readonly content: Html;
  /** The sections of the page; a list of fewer than three is not shown. */
  readonly outline?: readonly { readonly id: string; readonly title: string }[];
  readonly wanted?: string;
  /** Style sheets besides the common one. */
  readonly styles?: readonly string[];
}

/** The frame of every page: search, menu and the list of the page's sections. */
export function renderDocument({
  title,
  current,
  groups,
  content,
  outline = [],
  wanted,
  styles = [],
}: Document): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Errand</title>
        ${['docs.css', ...styles].map((name) => html`<link rel="stylesheet" href="/docs/${name}" />`)}
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
          ${outline.length < 3 ? undefined : renderOutline(outline)}
          <nav class="menu" id="pages" aria-label="Pages">
            ${groups.map((group) => renderGroup(group, current))}
          </nav>
        </div>
      </body>
    </html>`.markup;
}

function renderOutline(sections: NonNullable<Document['outline']>): Html {
  return html`<nav class="outline" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
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
