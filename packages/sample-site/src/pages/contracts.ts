import { Router } from 'express';
import { authorizations, type Authorization } from '../catalogue/authorizations.ts';
import { html, type Html } from '@errand/foundation';
import { readText } from '../http/form-fields.ts';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';

/**
 * Serves pages where partners choose a plan, look up a supplier in a new tab and step through its
 * authorizations.
 */
export function contractPages(site: Site): Router {
  const router = Router();
  router.use('/contracts', requireLogin(site));
  router.get('/contracts', (_request, response) => {
    sendPage(response, { title: 'Contracts', content: planForm });
  });
  router.get('/contracts/search', (request, response) => {
    const content = searchForm(readText(request.query, 'plan'));
    sendPage(response, { title: 'Find a supplier', content, scripts: ['contracts'] });
  });
  router.get('/contracts/supplier', (request, response) => {
    const content = supplierPage(readText(request.query, 'supplier'));
    sendPage(response, { title: 'Supplier', content });
  });
  router.get('/contracts/authorizations', (_request, response) => {
    sendPage(response, { title: 'Authorizations', content: authorizationList });
  });
  router.get('/contracts/authorizations/:number', (request, response, next) => {
    const authorization = authorizations.find(({ number }) => number === request.params.number);
    if (authorization === undefined) next();
    else sendPage(response, { title: authorization.number, content: details(authorization) });
  });
  return router;
}

const planForm = html`<section class="card narrow">
  <h1>Contracts</h1>
  <form action="/contracts/search">
    <label for="plan">Plan Type</label>
    <select id="plan" name="plan">
      <option value="select">Select One</option>
      <option value="frame">Frame contract</option>
      <option value="single">Single purchase</option>
    </select>
    <button type="submit">GO</button>
  </form>
</section>`;

function searchForm(plan: string): Html {
  return html`<h1>Find a supplier</h1>
    <form class="card form-grid" action="/contracts/supplier" target="_blank">
      <input type="hidden" name="plan" value="${plan}" />
      <p>
        <label for="supplier">Supplier number or name</label>
        <input id="supplier" name="supplier" data-testid="SupplierNumberOrName" required />
      </p>
      <p>
        <label for="tDatePicker">Valid on</label>
        <input id="tDatePicker" name="date" placeholder="MM/DD/YYYY" />
      </p>
      <div class="combobox">
        <span id="action-label" class="label">Action</span>
        <button
          type="button"
          id="action"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded="false"
          aria-controls="action-options"
          aria-labelledby="action-label"
        >
          Choose an action
        </button>
        <ul id="action-options" role="listbox" aria-labelledby="action-label" hidden>
          <li role="option" data-testid="ActionType-option-0">View eligibility</li>
          <li role="option" data-testid="ActionType-option-1">View prices</li>
        </ul>
      </div>
      <p class="wide"><button type="submit" data-testid="submitBtn" disabled>Search</button></p>
    </form>`;
}

function supplierPage(supplier: string): Html {
  return html`<h1>Supplier ${supplier}</h1>
    <nav class="card" aria-label="Eligibility">
      <a href="/contracts/authorizations">Authorizations</a>
    </nav>
    <nav class="card" aria-label="Eligibility archive">
      <a href="/contracts/authorizations">Older authorizations</a>
    </nav>`;
}

const authorizationList = html`<h1>Authorizations</h1>
  <section class="card">
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Goods</th>
        </tr>
      </thead>
      <tbody>
        ${authorizations.map(
          ({ number, goods }) =>
            html`<tr>
              <td><a href="/contracts/authorizations/${number}">${number}</a></td>
              <td>${goods}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;

function details(authorization: Authorization): Html {
  const facts = [
    ['Authorization Number', authorization.number],
    ['Start Date', authorization.startDate],
    ['End Date', authorization.endDate],
    ['Goods', authorization.goods],
    ['State', authorization.state],
  ] as const;
  return html`<h1>Authorization ${authorization.number}</h1>
    <section class="card">
      <table class="facts">
        <tbody>
          ${facts.map(
            ([name, value]) =>
              html`<tr>
                <td class="name">${name}</td>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
}
