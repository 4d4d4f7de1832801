import { once } from 'node:events';
import { createServer } from 'node:http';

/** The values that every runner enters. */
export const answers = {
  first: 'Mira',
  last: 'Holt',
  email: 'mira.holt@harbor.example',
  country: 'pt',
  notes: 'leave it at the gate',
} as const;

/** What the page shows after the form is submitted with all values. */
export const expectedResult = [
  answers.first,
  answers.last,
  answers.email,
  answers.country,
  'terms accepted',
  'express',
  answers.notes,
].join(' / ');

const HTML = `<!doctype html><meta charset=utf-8><title>Delivery</title>
<h1>Delivery</h1>
<form id=delivery>
  <p><label>First name <input id=first></label>
  <p><label>Last name <input id=last></label>
  <p><label>Email <input id=email type=email></label>
  <p><label>Country <select id=country>
    <option value="">Choose<option value=fr>France<option value=pt>Portugal<option value=se>Sweden
  </select></label>
  <p><label><input id=terms type=checkbox> I accept the terms</label>
  <p><label><input type=radio name=speed id=standard value=standard checked> Standard</label>
     <label><input type=radio name=speed id=express value=express> Express</label>
  <p><label>Notes <textarea id=notes></textarea></label>
  <p><button id=send>Send</button>
</form>
<output id=result></output>
<script>
  const form = document.getElementById('delivery');
  const field = (id) => document.getElementById(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    field('result').textContent = [
      field('first').value, field('last').value, field('email').value, field('country').value,
      field('terms').checked ? 'terms accepted' : 'terms refused',
      form.querySelector('[name=speed]:checked').value, field('notes').value,
    ].join(' / ');
  });
</script>`;

export interface FormPage extends AsyncDisposable {
  readonly url: string;
}

/** Serves the form until disposed, with a table of that many rows below it. */
export async function serveFormPage(rows = 0): Promise<FormPage> {
  const row = '<tr><td>12<td>Harbour street<td>open';
  const table = rows === 0 ? '' : `<table>${row.repeat(rows)}</table>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`${HTML}${table}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
