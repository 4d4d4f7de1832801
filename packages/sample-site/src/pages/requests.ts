import { Router } from 'express';
import { html, type Html } from '@errand/foundation';
import { readText } from '../http/form-fields.ts';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';

/** Serves delivery requests, which open after entering a request key. */
export function requestPages(site: Site): Router {
  const router = Router();
  router.use('/account/requests', requireLogin(site));
  router.get('/account/requests', (_request, response) => {
    sendPage(response, { title: 'Requests', content: requests });
  });
  router.get('/account/requests/key', (_request, response) => {
    sendPage(response, { title: 'Enter Key', content: keyForm });
  });
  router.get('/account/requests/view', (request, response) => {
    const content = requestPage({
      key: readText(request.query, 'key'),
      lastName: readText(request.query, 'lastName'),
      needed: readText(request.query, 'needed'),
    });
    sendPage(response, { title: 'Request', content });
  });
  return router;
}

const requests = html`<h1>Requests</h1>
  <section class="card">
    <p>A request from a customer is opened with the key that the customer sent.</p>
    <p class="actions">
      <a class="button" href="/account/requests/key">Enter Key</a>
      <a class="button plain" href="/dashboard">Skip</a>
    </p>
  </section>`;

const keyForm = html`<h1>Enter Key</h1>
  <form class="card form-grid" action="/account/requests/view">
    <p>
      <label for="key">Request Key* " / "</label>
      <input id="key" name="key" required />
    </p>
    <p>
      <label for="last-name">Last Name* " / "</label>
      <input id="last-name" name="lastName" required />
    </p>
    <p>
      <label for="needed">Needed on</label>
      <input id="needed" name="needed" placeholder="YYYY-MM-DD" />
    </p>
    <p class="wide"><button type="submit">View Request</button></p>
  </form>`;

function requestPage(request: {
  readonly key: string;
  readonly lastName: string;
  readonly needed: string;
}): Html {
  return html`<h1>Request ${request.key}</h1>
    <section class="card">
      <table class="facts">
        <tbody>
          <tr>
            <td>Last name</td>
            <td data-testid="request-name">${request.lastName}</td>
          </tr>
          <tr>
            <td>Needed on</td>
            <td data-testid="request-day">${request.needed}</td>
          </tr>
          <tr>
            <td>State</td>
            <td>Waiting for a carrier</td>
          </tr>
        </tbody>
      </table>
    </section>`;
}
