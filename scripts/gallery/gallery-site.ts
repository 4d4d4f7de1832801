import { listen } from '@errand/app-runtime';
import type { JsonValue } from '@errand/foundation';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { answerWidget } from './answer-widget.ts';
import { buildPage, writeDocument } from './build-page.ts';
import { openOracle } from './oracle.ts';
import type { GalleryCase, Widget } from './widget.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Serves the pages of the widgets and reads what they show. */
export interface GallerySite extends AsyncDisposable {
  readonly url: string;
  /** Serves the widget under the paths of this run. The case defines what is read there. */
  readonly open: (run: string, widget: Widget, gallery: GalleryCase) => Promise<void>;
  /** What the run's page showed when `/oracle/RUN` was requested. */
  readonly shown: (run: string) => JsonValue | undefined;
}

export async function startGallerySite(directory: string): Promise<GallerySite> {
  await using owned = new AsyncDisposableStack();
  const widgets = new Map<string, Widget>();
  const folders = new Map<string, Promise<string>>();
  const oracle = owned.use(openOracle());
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gallery');
    const [, run = '', ...rest] = pathname.split('/');
    const send = (type: string, body: string | Buffer): void => {
      response.setHeader('content-type', type).end(body);
    };
    const widget = widgets.get(run);
    if (rest[0] === 'oracle.js') return send(TYPES['js'] ?? '', oracle.scriptFor(run));
    if (run === 'oracle') return send('application/json', await oracle.ask(rest[0] ?? ''));
    if (rest[0] === 'api') return answerWidget(request, response, { path: rest, searchParams });
    if (run === 'files') return send('text/plain; charset=utf-8', `The file ${rest.join('/')}.\n`);
    if (!widget || rest[0] !== widget.name) return void response.writeHead(404).end();
    const folder = await (folders.get(widget.name) ?? '');
    const [, file = ''] = rest;
    if (file === '') return send('text/html; charset=utf-8', writeDocument(widget, folder));
    send(TYPES[file.split('.').at(-1) ?? ''] ?? '', await readFile(join(folder, file)));
  };
  const server = owned.use(
    await listen(
      (request, response) => {
        answer(request, response).catch(() => response.writeHead(404).end());
      },
      { port: 0, host: '127.0.0.1', setting: '--port' },
    ),
  );
  oracle.attach(server.server);
  const resources = owned.move();
  return {
    url: server.url,
    async open(run, widget, gallery) {
      const folder = folders.get(widget.name) ?? buildPage(widget, directory);
      folders.set(widget.name, folder);
      await folder;
      widgets.set(run, widget);
      const { shows } = gallery;
      const isLast = (reading: JsonValue): boolean => isDeepStrictEqual(reading, shows?.is);
      oracle.expect(run, shows && { read: shows.read, isLast });
    },
    shown: (run) => oracle.shown(run),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
