import { Router, type Response } from 'express';
import { html, type Html } from '@errand/foundation';
import { renderFramedPage } from '../html/layout.ts';
import { readText } from '../http/form-fields.ts';

const DEMONSTRATION_CODE = '246810';

/** Serves pages for frames. They need no login, so another origin can serve them too. */
export function verificationPages(): Router {
  const router = Router();
  router.get('/embedded/verification', (_request, response) => {
    sendFrame(response, codeForm(''));
  });
  router.post('/embedded/verification', (request, response) => {
    const isRight = readText(request.body, 'code') === DEMONSTRATION_CODE;
    if (!isRight) response.status(422);
    sendFrame(response, isRight ? accepted : codeForm('This code is not right.'));
  });
  router.get('/embedded/resend', (_request, response) => {
    sendFrame(response, resend('No new code was asked for.'));
  });
  router.post('/embedded/resend', (_request, response) => {
    sendFrame(response, resend('A new code is on its way.'));
  });
  return router;
}

function sendFrame(response: Response, content: Html): void {
  const page = { title: 'Verification', content, scripts: ['verification'] };
  response.type('html').send(renderFramedPage(page));
}

function codeForm(alert: string): Html {
  return html`<form method="post" action="/embedded/verification">
      ${alert === '' ? undefined : html`<p class="alert" role="alert">${alert}</p>`}
      <label for="code">Verification Code</label>
      <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required />
      <button type="submit">Verify</button>
    </form>
    <iframe id="resend-frame" title="New code" src="/embedded/resend"></iframe>`;
}

const accepted = html`<p role="status" class="accepted" data-verified>Code accepted</p>`;

function resend(state: string): Html {
  return html`<form method="post" action="/embedded/resend">
    <button type="submit" class="plain">Send a new code</button>
    <span role="status" class="hint">${state}</span>
  </form>`;
}
