import { Router } from 'express';
import { html } from '@errand/foundation';
import { sendPage } from '../http/visitor.ts';

/** Serves buttons that are hard to click: one moves, one is covered, one is enabled late. */
export function offerPages(): Router {
  const router = Router();
  router.get('/offers', (_request, response) => {
    sendPage(response, { title: 'Offers', content: offers, scripts: ['offers'] });
  });
  return router;
}

const offers = html`<h1>Offers</h1>
  <section class="tiles">
    <div class="card">
      <h2>Rope week</h2>
      <div class="lane">
        <button type="button" class="moving" data-answer="Rope offer claimed">
          Claim the rope offer
        </button>
      </div>
    </div>
    <div class="card">
      <h2>Paint packs</h2>
      <button type="button" id="late" disabled data-answer="Paint offer claimed">
        Claim the paint offer
      </button>
    </div>
    <div class="card">
      <h2>Newsletter</h2>
      <button type="button" data-answer="Subscribed">Subscribe</button>
    </div>
  </section>
  <p role="status" id="answer" data-testid="offer-answer"></p>
  <div class="overlay" id="overlay">
    <div class="card narrow" role="dialog" aria-label="Spring sale">
      <h2>Spring sale</h2>
      <p>Ten percent off all anchors until the end of the month.</p>
      <p class="actions">
        <button type="button" class="plain" data-remove="overlay">No thanks</button>
      </p>
    </div>
  </div>`;
