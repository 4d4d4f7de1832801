import { html, type Html } from '@errand/foundation';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Names of the page's scripts in assets/, without `.js`. */
  readonly scripts?: readonly string[];
}

export interface Visitor {
  /** Email address of the signed-in account. */
  readonly account?: string | undefined;
  readonly isBannerVisible: boolean;
}

const links = [
  ['/dashboard', 'Dashboard'],
  ['/orders', 'Orders'],
  ['/reports', 'Reports'],
  ['/documents', 'Documents'],
  ['/quotes', 'Quotes'],
  ['/offers', 'Offers'],
  ['/account/security', 'Security'],
] as const;

export function renderPage(page: Page, visitor: Visitor): string {
  return html`<!doctype html>
    <html lang="en">
      ${head(page)}
      <body>
        ${header(visitor.account)}
        <main>${page.content}</main>
        <footer>Harbor Supply is a made-up company. Nothing here can be bought.</footer>
        ${visitor.isBannerVisible ? cookieBanner() : undefined}
      </body>
    </html>`.markup;
}

/** Renders a page without header and banner, for frames. */
export function renderFramedPage(page: Page): string {
  return html`<!doctype html>
    <html lang="en">
      ${head(page)}
      <body class="framed">
        ${page.content}
      </body>
    </html>`.markup;
}

function head(page: Page): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title} · Harbor Supply</title>
    <link rel="icon" href="/assets/mark.svg" />
    ${['site', 'forms', 'parts'].map((name) => html`<link rel="stylesheet" href="/assets/${name}.css" />`)}
    ${['site', ...(page.scripts ?? [])].map(
      (name) => html`<script type="module" src="/assets/${name}.js"></script>`,
    )}
  </head>`;
}

function header(account: string | undefined): Html {
  return html`<header class="top">
    <a class="brand" href="/"><img src="/assets/mark.svg" alt="" />Harbor Supply</a>
    ${account === undefined ? visitorMenu() : accountMenu(account)}
  </header>`;
}

function visitorMenu(): Html {
  return html`<nav aria-label="Main"><a href="/quotes">Quotes</a></nav>`;
}

function accountMenu(account: string): Html {
  return html`<nav aria-label="Main">
      ${links.map(([path, name]) => html`<a href="${path}">${name}</a>`)}
    </nav>
    <div class="menu" id="userMenu">
      <button type="button" aria-haspopup="true" aria-expanded="false" data-toggle="user-links">
        ${account}
      </button>
      <div id="user-links" class="menu-list" hidden>
        <a href="/account/security">Account</a>
        <a href="/logout">Sign out</a>
      </div>
    </div>`;
}

function cookieBanner(): Html {
  return html`<section class="banner" id="cookie-banner" aria-label="Cookie notice">
    <p>We use cookies to keep you signed in and to remember this choice.</p>
    <button type="button" class="plain" data-cookies="necessary">Only necessary</button>
    <button type="button" data-cookies="all">Accept cookies</button>
  </section>`;
}
