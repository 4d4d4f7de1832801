import { Router } from 'express';
import { html, type Html } from '@errand/foundation';
import { readText } from '../http/form-fields.ts';
import { requireLogin, sendPage, visitorOf } from '../http/visitor.ts';
import type { Site } from '../site.ts';

const ports = ['Antwerp Dock', 'Gothenburg Quay', 'Lisbon Pier', 'Rotterdam Basin'] as const;

export function dashboardPages(site: Site): Router {
  const router = Router();
  router.get('/dashboard', requireLogin(site), (request, response) => {
    const port = readText(request.query, 'port') || ports[0];
    sendPage(response, {
      title: 'Dashboard',
      content: dashboard(site, { port, account: visitorOf(response).account ?? '' }),
      scripts: ['dashboard'],
    });
  });
  return router;
}

function dashboard(site: Site, view: { readonly port: string; readonly account: string }): Html {
  const newest = { search: '', sort: 'number', isDescending: true, page: 1, rows: 1 } as const;
  const count = (status: 'Processing' | 'Shipped' | 'On hold') =>
    site.orders.list({ ...newest, status }).found;
  return html`<div class="heading">
      <div>
        <h1>Welcome back</h1>
        <p class="hint">Signed in as ${view.account} on ${site.options.today}</p>
      </div>
      ${portChoice(view.port)}
    </div>
    <section class="tiles">
      <div class="card figure"><b>${count('Processing')}</b>being processed</div>
      <div class="card figure"><b>${count('Shipped')}</b>on the way</div>
      <div class="card figure"><b>${count('On hold')}</b>waiting for you</div>
    </section>
    <section class="card">
      <div class="heading">
        <h2>Newest</h2>
        <a class="button" href="/orders/new">New order</a>
      </div>
      <ul id="newest" class="plain-list" aria-label="Newest orders">
        <li class="hint">Loading…</li>
      </ul>
    </section>`;
}

function portChoice(port: string): Html {
  return html`<div class="menu" id="portSearch">
    <button type="button" class="plain portButton" aria-expanded="false" data-toggle="port-choice">
      ${port}
    </button>
    <div id="port-choice" class="menu-list" hidden>
      <label for="port-filter">Find a port</label>
      <input id="port-filter" type="text" autocomplete="off" />
      <div id="portList">
        ${ports.map((name) => html`<a href="/dashboard?port=${encodeURIComponent(name)}">${name}</a>`)}
      </div>
    </div>
  </div>`;
}
