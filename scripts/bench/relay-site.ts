// A site with many small resources over HTTP/1.1, in its own process.
// usage: node relay-site.ts DELAY_MS [KEY CERTIFICATE]
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [delay = '0', keyFile, certificateFile] = process.argv.slice(2);
const delayMs = Number(delay);

/** What a portal's page loads: style sheets, scripts, images and, after loading, data. */
const parts: readonly { readonly kind: string; readonly count: number; readonly bytes: number }[] =
  [
    { kind: 'css', count: 4, bytes: 15_000 },
    { kind: 'js', count: 12, bytes: 30_000 },
    { kind: 'svg', count: 40, bytes: 6_000 },
    { kind: 'json', count: 4, bytes: 20_000 },
  ];

const contents: Readonly<
  Record<string, readonly [type: string, content: (bytes: number) => string]>
> = {
  css: ['text/css', (bytes) => `.x { color: red }/*${'-'.repeat(bytes)}*/`],
  js: ['text/javascript', (bytes) => `/*${'-'.repeat(bytes)}*/`],
  svg: [
    'image/svg+xml',
    (bytes) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${' '.repeat(bytes)}--></svg>`,
  ],
  json: ['application/json', (bytes) => JSON.stringify('-'.repeat(bytes))],
};

const list = (kind: string): number[] => [
  ...Array(parts.find((part) => part.kind === kind)?.count ?? 0).keys(),
];

const page = `<!doctype html><title>portal</title>
${list('css')
  .map((index) => `<link rel=stylesheet href="/${index}.css">`)
  .join('')}
${list('js')
  .map((index) => `<script src="/${index}.js"></script>`)
  .join('')}
${list('svg')
  .map((index) => `<img src="/${index}.svg">`)
  .join('')}
<p>${'Lorem ipsum. '.repeat(1_000)}
<script>globalThis.data = Promise.all(${JSON.stringify(list('json'))}.map((index) =>
  fetch('/' + index + '.json').then((answer) => answer.json())));
addEventListener('load', () => data.then(() => { globalThis.loadedAt = performance.now() }))</script>`;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const kind = /\.(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
  const [type, content] = contents[kind] ?? ['text/html', () => page];
  const bytes = parts.find((part) => part.kind === kind)?.bytes ?? 0;
  const body = content(bytes);
  const headers = { 'content-type': type, 'cache-control': 'no-store' };
  const send = (): void => void response.writeHead(200, headers).end(body);
  if (delayMs > 0) setTimeout(send, delayMs);
  else send();
}

const server =
  keyFile === undefined || certificateFile === undefined
    ? createServer(answer)
    : createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, answer);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
