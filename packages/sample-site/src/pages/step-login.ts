import { Router } from 'express';
import { alertBox } from '../html/alert-box.ts';
import { html, type Html } from '@errand/foundation';
import { enter, refusals } from '../http/enter.ts';
import { readText } from '../http/form-fields.ts';
import { sendPage } from '../http/visitor.ts';
import type { Site } from '../site.ts';
import { checkAccount } from '../state/accounts.ts';

/** Serves the partners' login: the name on one page, the password on the next. */
export function stepLoginPages(site: Site): Router {
  const router = Router();
  router.get('/login/steps', (_request, response) => {
    sendPage(response, { title: 'Partner sign in', content: nameForm });
  });
  router.post('/login/steps', (request, response) => {
    const content = passwordForm({ name: readText(request.body, 'username'), alert: '' });
    sendPage(response, { title: 'Partner sign in', content });
  });
  router.post('/login/steps/password', (request, response) => {
    const name = readText(request.body, 'username');
    const account = name.includes('@') ? name : `${name}@harbor.example`;
    const signIn = checkAccount(account, readText(request.body, 'password'));
    if (signIn.outcome === 'accepted') {
      enter(site, response, { signIn, next: '/contracts' });
      return;
    }
    const content = passwordForm({ name, alert: refusals[signIn.outcome] });
    response.status(401);
    sendPage(response, { title: 'Partner sign in', content });
  });
  return router;
}

const nameForm = html`<section class="card narrow">
  <h1>Partner sign in</h1>
  <form method="post" action="/login/steps">
    <label for="username">Username*</label>
    <input
      id="username"
      name="username"
      data-testid="text-field"
      autocomplete="username"
      required
    />
    <button type="submit" data-test="login-next-button">Continue</button>
  </form>
</section>`;

function passwordForm(form: { readonly name: string; readonly alert: string }): Html {
  return html`<section class="card narrow">
    <h1>Hello, ${form.name}</h1>
    ${alertBox(form.alert)}
    <form method="post" action="/login/steps/password">
      <input type="hidden" name="username" value="${form.name}" />
      <label for="password">Password*</label>
      <input
        id="password"
        name="password"
        type="password"
        data-test="login-password-input"
        required
      />
      <button type="submit" data-test="login-submit-button">Log in</button>
    </form>
    <p><a href="/login/steps">Use another name</a></p>
  </section>`;
}
