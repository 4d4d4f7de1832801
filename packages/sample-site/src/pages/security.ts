import { Router } from 'express';
import { html, type Html } from '@errand/foundation';
import { requireLogin, sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';

export function securityPages(site: Site): Router {
  const router = Router();
  router.get('/account/security', requireLogin(site), (_request, response) => {
    const content = security(`${site.options.embeddedOrigin}/embedded/verification`);
    sendPage(response, { title: 'Security', content, scripts: ['rating', 'security'] });
  });
  return router;
}

function security(frameUrl: string): Html {
  return html`<h1>Security</h1>
    <div class="columns">
      <section class="card">
        <h2>Phone verification</h2>
        <p class="hint">The code of the demonstration is 246810.</p>
        <iframe id="verification-frame" title="Phone verification" src="${frameUrl}"></iframe>
        <p id="verification" role="status" data-testid="verification-status">Not verified yet</p>
      </section>
      <section class="card">
        <h2>How was it?</h2>
        <p>Rate the verification, so that we can make it better.</p>
        <harbor-rating></harbor-rating>
      </section>
    </div>`;
}
