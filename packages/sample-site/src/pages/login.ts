import { Router } from 'express';
import { alertBox } from '../html/alert-box.ts';
import { html, type Html } from '@errand/foundation';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { enter, refusals } from '../http/enter.ts';
import { readText } from '../http/form-fields.ts';
import { sendPage, sessionOf } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import { checkAccount } from '../state/accounts.ts';

export function loginPages(site: Site): Router {
  const router = Router();
  router.get('/login', (request, response) => {
    const isReplaced = readText(request.query, 'reason') === 'replaced';
    sendPage(response, {
      title: 'Sign in',
      content: loginForm({
        next: readText(request.query, 'next'),
        alert: isReplaced ? 'You were signed out because this account signed in elsewhere.' : '',
      }),
    });
  });
  router.post('/login', (request, response) => {
    const email = readText(request.body, 'email');
    const next = readText(request.body, 'next');
    const signIn = checkAccount(email, readText(request.body, 'password'));
    if (signIn.outcome === 'accepted') {
      enter(site, response, { signIn, next });
      return;
    }
    response.status(401);
    const content = loginForm({ email, next, alert: refusals[signIn.outcome] });
    sendPage(response, { title: 'Sign in', content });
  });
  router.get('/logout', (request, response) => {
    const session = sessionOf(site, request);
    if (session !== undefined) site.sessions.close(session.id);
    response.clearCookie(SESSION_COOKIE).redirect('/');
  });
  return router;
}

function loginForm(form: {
  readonly email?: string;
  readonly next: string;
  readonly alert: string;
}): Html {
  return html`<section class="card narrow">
    <h1>Sign in</h1>
    ${alertBox(form.alert)}
    <form method="post" action="/login" id="login">
      <input type="hidden" name="next" value="${form.next}" />
      <label for="email">Email</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        value="${form.email}"
        required
      />
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
      <button type="submit" data-testid="login-button">Sign in</button>
    </form>
    <p class="hint">Demo account: demo@harbor.example, harbor-demo</p>
  </section>`;
}
