import { Router } from 'express';
import { countries } from '../catalogue/certificates.ts';
import { html, type Html } from '@errand/foundation';
import { sendPage } from '../http/visitor.ts';

/** Serves a public lookup behind a notice that must be scrolled to its end; the result is JSON. */
export function certificatePages(): Router {
  const router = Router();
  router.get('/certificates', (_request, response) => {
    const content = lookup('latest', 'Certificate lookup');
    sendPage(response, { title: 'Certificate lookup', content, scripts: ['certificates'] });
  });
  router.get('/certificates/history', (_request, response) => {
    const content = lookup('history', 'Certificate history');
    sendPage(response, { title: 'Certificate history', content, scripts: ['certificates'] });
  });
  return router;
}

function lookup(kind: 'latest' | 'history', title: string): Html {
  return html`<h1>${title}</h1>
    <form id="lookup" class="card form-grid" data-kind="${kind}">
      ${textField('firstName', 'First name')} ${textField('lastName', 'Last name')}
      ${textField('dateOfBirth', 'Date of Birth')} ${textField('documentNumber', 'Document number')}
      <div class="combobox">
        <label for="country">Country</label>
        <input
          id="country"
          name="country"
          role="combobox"
          autocomplete="off"
          aria-expanded="false"
          aria-controls="country-options"
        />
        <ul id="country-options" role="listbox" aria-label="Countries" hidden>
          ${countries.map((name) => html`<li role="option" hidden>${name}</li>`)}
        </ul>
      </div>
      <p class="wide"><button type="submit">Click to submit the form</button></p>
    </form>
    <section id="result" class="card" aria-label="Result" aria-live="polite" hidden></section>
    <dialog id="notice" aria-label="Terms of use">
      <h2>Before you go on</h2>
      <div id="notice-text" tabindex="0">
        ${clauses.map((clause, index) => html`<p>${index + 1}. ${clause}</p>`)}
      </div>
      <button type="button" id="acknowledge" disabled>I ACKNOWLEDGE AND AGREE</button>
    </dialog>`;
}

function textField(name: string, label: string): Html {
  return html`<p>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" />
  </p>`;
}

const clauses: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  index % 2 === 0
    ? 'Certificates may be looked up by those whose goods they cover, and by their carriers.'
    : 'Each lookup is counted. What is found may be kept only as long as the goods travel.',
);
