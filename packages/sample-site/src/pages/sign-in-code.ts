import { Router, type Response } from 'express';
import { alertBox } from '../html/alert-box.ts';
import { html, type Html } from '@errand/foundation';
import { readText } from '../http/form-fields.ts';
import { sendPage, sessionOf } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import { isAuthenticatorCode } from '../state/authenticator.ts';
import type { Session } from '../state/session-store.ts';

/** Serves the second step of `mail.…` and `totp.…` accounts, and the mailbox in place of email. */
export function signInCodePages(site: Site): Router {
  const router = Router();
  router.get('/login/code', (request, response) => {
    const session = pendingSession(sessionOf(site, request));
    if (session === undefined) response.redirect('/login');
    else sendCodePage(response, session.state === 'code-by-mail' ? mailChoice : codeForm(''));
  });
  router.post('/login/code/mail', (request, response) => {
    const session = pendingSession(sessionOf(site, request));
    if (session?.state !== 'code-by-mail') {
      response.redirect('/login');
      return;
    }
    site.mailbox.send(session.account);
    sendCodePage(response, mailSent(session.account));
  });
  router.post('/login/code', (request, response) => {
    const session = pendingSession(sessionOf(site, request));
    if (session === undefined) {
      response.redirect('/login');
      return;
    }
    if (isRightCode(site, session, readText(request.body, 'code'))) {
      site.sessions.activate(session);
      response.redirect('/dashboard');
      return;
    }
    response.status(401);
    sendCodePage(response, codeForm('This code is not valid.'));
  });
  router.get('/api/mailbox/:account', (request, response) => {
    response.json({ code: site.mailbox.latest(request.params.account) ?? null });
  });
  return router;
}

function pendingSession(session: Session | undefined): Session | undefined {
  const isPending = session?.state === 'code-by-mail' || session?.state === 'code-by-app';
  return isPending ? session : undefined;
}

function isRightCode(site: Site, session: Session, code: string): boolean {
  if (session.state === 'code-by-app') return isAuthenticatorCode(code, new Date());
  return code !== '' && code === site.mailbox.latest(session.account);
}

function sendCodePage(response: Response, content: Html): void {
  sendPage(response, { title: 'Confirm it is you', content });
}

const mailChoice = html`<section class="card narrow">
  <h1>Confirm it is you</h1>
  <form method="post" action="/login/code/mail"><button>Send me an email</button></form>
</section>`;

function mailSent(account: string): Html {
  return html`<section class="card narrow">
    <h1>Check your mail</h1>
    <p>A code was sent to ${account}.</p>
    <button type="button" data-reveal="code-form">Enter a verification code</button>
    <div id="code-form" hidden>${codeFields}</div>
  </section>`;
}

function codeForm(alert: string): Html {
  return html`<section class="card narrow">
    <h1>Confirm it is you</h1>
    ${alertBox(alert)} ${codeFields}
  </section>`;
}

const codeFields = html`<form method="post" action="/login/code">
  <label for="code">Enter Code</label>
  <input id="code" name="code" class="code-input" data-testid="totp" inputmode="numeric" required />
  <button type="submit">Verify</button>
</form>`;
