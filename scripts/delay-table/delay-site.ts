import { listen } from '@errand/app-runtime';
import type { JsonValue } from '@errand/foundation';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildPage, writeDocument } from '../gallery/build-page.ts';
import { openOracle } from '../gallery/oracle.ts';
import { answerPage } from './answer-page.ts';
import { BODY, PRELUDE, type Behaviour } from './behaviour.ts';
import { servePageSockets } from './page-sockets.ts';
import { parseRecord, writeRecorder, type ChangeRecord } from './record-change.ts';

/** The page that an action can navigate to. */
const ARRIVED = '<!doctype html><script src="../oracle.js"></script><p id="out">new</p>';

export type DelayPage = Pick<Behaviour, 'name' | 'html' | 'script' | 'shows' | 'after'>;

/** Serves the pages as `RUN/NAME/?delay=`, and reads their records of the change. */
export interface DelaySite extends AsyncDisposable {
  readonly url: string;
  /** Serves the page under this run's paths. */
  readonly open: (run: string, page: DelayPage) => Promise<void>;
  /**
   * The record of the run's page. A request for `/oracle/RUN` waits at most two seconds for the
   * change.
   */
  readonly seen: (run: string) => ChangeRecord | undefined;
}

type Send = (type: string, body: string | Buffer) => void;

const afterOf = ({ after = 'new' }: DelayPage): string => after;

export const selectorOf = ({ shows = '#out' }: Pick<DelayPage, 'shows'>): string => shows;

export async function startDelaySite(directory: string): Promise<DelaySite> {
  await using owned = new AsyncDisposableStack();
  const pages = new Map<string, DelayPage>();
  const folders = new Map<string, Promise<string>>();
  const oracle = owned.use(openOracle());
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: search } = new URL(request.url ?? '/', 'http://page');
    const [, run = '', name = '', file = ''] = pathname.split('/');
    const send: Send = (type, body) => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    };
    if (run === 'oracle') return send('application/json', await oracle.ask(name));
    if (run === 'empty') return send('text/html', '');
    if (name === 'api') return answerPage(file, { request, response, run, search });
    const page = pages.get(run);
    if (page && name === 'oracle.js')
      return send('text/javascript', `${oracle.scriptFor(run)}${writeRecorder(selectorOf(page))}`);
    if (page?.name !== name) return void response.writeHead(404).end();
    if (file === 'arrived') await delay(Number(search.get('ms')));
    await sendFile({ page, folder: (await folders.get(name)) ?? '' }, file, send);
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
  owned.use(servePageSockets(server.server));
  const resources = owned.move();
  return {
    url: server.url,
    async open(run, page) {
      const { name } = page;
      const script = `${PRELUDE}${page.script}`;
      const folder = folders.get(name) ?? buildPage({ name, script }, directory);
      folders.set(name, folder);
      await folder;
      pages.set(run, page);
      const isLast = (reading: JsonValue): boolean => parseRecord(reading)?.text === afterOf(page);
      oracle.expect(run, { read: 'readChange()', isLast });
    },
    seen: (run) => parseRecord(oracle.shown(run)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function sendFile(
  { page, folder }: { readonly page: DelayPage; readonly folder: string },
  file: string,
  send: Send,
): Promise<void> {
  if (file === '') send('text/html', writeDocument({ html: BODY, ...page }, folder));
  else if (file === 'arrived') send('text/html', ARRIVED);
  else if (file.endsWith('.css')) send('text/css', await readFile(join(folder, file)));
  else send('text/javascript', await readFile(join(folder, file)));
}
