import { Router } from 'express';
import { findQuote } from '../catalogue/quotes.ts';
import { html, type Html } from '@errand/foundation';
import { readInteger } from '../http/form-fields.ts';
import { MAX_DELAY_MS } from '../http/respond-after.ts';
import { sendPage } from '../http/visitor.ts';

/** Serves prices that the page loads after it is shown, delayed by `?delay=` milliseconds. */
export function quotePages(): Router {
  const router = Router();
  router.get('/quotes', (_request, response) => {
    sendPage(response, { title: 'Quotes', content: search, scripts: ['quotes'] });
  });
  router.get('/quotes/:symbol', (request, response, next) => {
    const quote = findQuote(request.params.symbol);
    if (quote === undefined) {
      next();
      return;
    }
    const delayMs = readInteger(request.query, 'delay', { min: 0, max: MAX_DELAY_MS, fallback: 0 });
    sendPage(response, {
      title: `${quote.name} (${quote.symbol})`,
      content: quotePage({ ...quote, delayMs }),
      scripts: ['quotes'],
    });
  });
  return router;
}

const search = html`<h1>Quotes</h1>
  <section class="card">
    <label for="search-header">Find a quote</label>
    <input id="search-header" type="search" placeholder="Name or symbol" autocomplete="off" />
    <ul id="suggestions" class="plain-list" aria-label="Suggestions"></ul>
  </section>`;

function quotePage(quote: {
  readonly symbol: string;
  readonly name: string;
  readonly delayMs: number;
}): Html {
  return html`<h1>${quote.name} (${quote.symbol})</h1>
    <section class="card" data-symbol="${quote.symbol}" data-delay="${quote.delayMs}" id="quote">
      <p class="spinner" data-testid="loading-spinner">Loading the price…</p>
      <p class="figure" hidden><b data-testid="price"></b><span data-testid="change"></span></p>
      <p id="loaded" class="hint" hidden>Results loaded</p>
    </section>`;
}
