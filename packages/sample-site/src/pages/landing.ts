import { Router } from 'express';
import { html } from '@errand/foundation';
import { sendPage } from '../http/visitor.ts';

export function landingPages(): Router {
  const router = Router();
  router.get('/', (_request, response) =>
    sendPage(response, { title: 'Welcome', content: landing }),
  );
  return router;
}

const landing = html`<section class="hero">
    <h1>Everything a harbor needs, on one bill</h1>
    <p>Order rope, anchors and paint, follow each delivery and fetch the invoices in one place.</p>
    <p class="actions">
      <a class="button" href="/login">Sign in</a>
      <a class="button plain" href="/files/price-list.pdf">Price list</a>
    </p>
  </section>
  <section class="tiles">
    <a class="card" href="/quotes"
      ><h2>Quotes</h2>
      <p>Prices of rope, steel and teak.</p></a
    >
    <a class="card" href="/certificates">
      <h2>Certificates</h2>
      <p>Look up the certificate of a shipment.</p>
    </a>
    <a class="card" href="/login/steps">
      <h2>Partners</h2>
      <p>Enter with your partner name.</p>
    </a>
  </section>`;
