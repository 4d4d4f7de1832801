import { listen } from '@errand/app-runtime';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';

const controlPlane = new URL('../../apps/control-plane/package.json', import.meta.url);
const novnc = join(createRequire(controlPlane).resolve('@novnc/novnc'), '../..');

const BLUE = '#0040c0';

/** A page that reports the events that it receives. */
const PAGE = `<!doctype html><title>blue</title>
<textarea aria-label="Code" autofocus style="position: fixed; inset: 0; border: 0; background: ${BLUE}"></textarea>
<script>
  for (const kind of ['keydown', 'mousedown', 'paste', 'input']) {
    addEventListener(kind, (event) => fetch('/heard', {
      method: 'POST',
      body: (kind + ' ' + (event.key ?? event.target.value)).trim(),
    }), { capture: true });
  }
</script>`;

/** As in noVNC's documentation: no subprotocol, no custom socket. */
const STOCK = `<!doctype html><title>stock</title>
<div id="screen" style="width: 640px; height: 400px"></div>
<script type="module">
  import RFB from '/novnc/core/rfb.js';
  new RFB(document.getElementById('screen'), decodeURIComponent(location.search.slice(1)));
</script>`;

const pages: Readonly<Record<string, string>> = { '/': PAGE, '/stock': STOCK };

export interface BlueSite extends AsyncDisposable {
  readonly url: string;
  /** Colour that covers nearly all of the site's start page. */
  readonly colour: string;
  /** Events of the page: `keydown a`, `mousedown`, `input` with everything typed so far. */
  readonly heard: readonly string[];
}

/** Serves a page in one colour for tasks, and a stock noVNC client at `/stock?STREAM_URL`. */
export async function startBlueSite(): Promise<BlueSite> {
  const heard: string[] = [];
  const server = await listen((request, response) => void answer({ request, response, heard }), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  return {
    url: server.url,
    colour: BLUE,
    heard,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function answer(exchange: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly heard: string[];
}): Promise<void> {
  const { request, response, heard } = exchange;
  const { pathname } = new URL(request.url ?? '/', 'http://blue');
  if (pathname === '/heard') heard.push(await text(request));
  const isScript = pathname.startsWith('/novnc/');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
  response.end(
    isScript ? await readFile(join(novnc, pathname.slice('/novnc/'.length))) : pages[pathname],
  );
}
