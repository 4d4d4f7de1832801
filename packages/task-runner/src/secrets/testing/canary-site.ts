import { listen } from '@errand/app-runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A page that shows, logs, stores and sends everything typed into it, in every way a page can. */
const page = `<!doctype html><title>Start</title>
<form>
  <label>Password <input id=password type=password></label>
  <label>Token <input id=token></label>
  <label>Code <input id=code></label>
</form>
<p id=echo></p><select aria-label=choice><option>none</select>
<a id=file>File</a><button type=button id=send>Send</button><button type=button id=print>Print</button>
<script>
  const values = () => ['password', 'token', 'code'].map((id) => document.getElementById(id).value).join(' ');
  document.forms[0].oninput = ({ target }) => {
    echo.textContent = document.title = localStorage.kept = values();
    history.replaceState(0, '', '?typed=' + encodeURIComponent(target.value));
    console.log('typed', values(), btoa(target.value), JSON.stringify(target.value));
    document.querySelector('select').append(new Option(target.value));
    file.href = '/file?name=' + encodeURIComponent(target.value);
  };
  password.onchange = () => { password.type = 'text'; alert('It is ' + password.value); };
  send.onclick = () => fetch('/echo', { method: 'POST', body: JSON.stringify({ values: values() }) });
  print.onclick = () => window.print();
</script>`;

export interface CanarySite extends AsyncDisposable {
  readonly url: string;
  /** Bodies and addresses of all requests: only the site may receive the secrets. */
  readonly received: readonly string[];
}

export async function startCanarySite(): Promise<CanarySite> {
  const received: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const address = decodeURIComponent(request.url ?? '');
    received.push(`${address} ${body}`);
    if (address.startsWith('/echo')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
      return;
    }
    const isFile = address.startsWith('/file');
    response.writeHead(200, {
      'content-type': isFile ? 'text/csv' : 'text/html; charset=utf-8',
      ...(isFile
        ? { 'content-disposition': `attachment; filename="${address.split('=')[1]}.csv"` }
        : {}),
    });
    response.end(isFile ? 'a,b' : page);
  };
  const server = await listen((request, response) => void serve(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  return {
    url: server.url,
    received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
