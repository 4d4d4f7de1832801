import type { JsonValue } from '@errand/foundation';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket as PageSocket, WebSocketServer } from 'ws';

interface Shows {
  /** Expression in JavaScript that the page evaluates. */
  readonly read: string;
  /** Whether to stop waiting after this reading. */
  readonly isLast: (reading: JsonValue) => boolean;
}

/** How long a page may take to show the expected state after the last step. */
const PATIENCE_MS = 2_000;
const INTERVAL_MS = 100;
const ANSWER_DEADLINE_MS = 5_000;

/**
 * Reads what pages show, whichever tool drives them, over a socket that each page opens before its
 * scripts run. The page only sends replies, and reading does not change it, so no tool waits for
 * the socket.
 */
export interface Oracle extends AsyncDisposable {
  /** The script that the pages of this run load first. */
  readonly scriptFor: (run: string) => string;
  readonly attach: (server: Server) => void;
  readonly expect: (run: string, shows: Shows | undefined) => void;
  /**
   * Reads until the page shows what is expected, for at most two seconds. Returns the last reading
   * as JSON.
   */
  readonly ask: (run: string) => Promise<string>;
  readonly shown: (run: string) => JsonValue | undefined;
}

export function openOracle(): Oracle {
  const sockets = new Map<string, PageSocket>();
  const expected = new Map<string, Shows>();
  const readings = new Map<string, JsonValue>();
  const server = new WebSocketServer({ noServer: true });
  return {
    scriptFor: (run) =>
      `(${answerQuestions.toString()})(() => (${expected.get(run)?.read ?? 'null'}));`,
    attach(http) {
      http.on('upgrade', (request, socket, head) => {
        const [, run = '', ...rest] = (request.url ?? '').split('/');
        // Deeper paths are the pages' own sockets.
        if (rest.length > 0) return;
        server.handleUpgrade(request, socket, head, (page) => sockets.set(run, page));
      });
    },
    expect(run, shows) {
      if (shows) expected.set(run, shows);
    },
    async ask(run) {
      const shows = expected.get(run);
      const endsAt = performance.now() + PATIENCE_MS;
      for (;;) {
        const page = sockets.get(run);
        const reading = shows && page ? await readPage(page) : 'no page is open';
        readings.set(run, reading);
        if (shows?.isLast(reading) || performance.now() > endsAt) return JSON.stringify(reading);
        await delay(INTERVAL_MS);
      }
    },
    shown: (run) => readings.get(run),
    async [Symbol.asyncDispose]() {
      for (const page of sockets.values()) page.terminate();
      server.close();
    },
  };
}

function readPage(page: PageSocket): Promise<JsonValue> {
  return new Promise((resolve) => {
    const end = (reading: JsonValue): void => {
      clearTimeout(deadline);
      page.removeAllListeners('message').removeAllListeners('close');
      resolve(reading);
    };
    const deadline = setTimeout(() => end('the page gave no answer'), ANSWER_DEADLINE_MS);
    if (page.readyState !== page.OPEN) return end('the page is closed');
    page.once('close', () => end('the page is closed'));
    page.once('message', (message: Buffer) => end(JSON.parse(message.toString()) as JsonValue));
    page.send('read');
  });
}

/** Runs in the page. */
function answerQuestions(read: () => unknown): void {
  const run = location.pathname.split('/')[1];
  const socket = new WebSocket(`ws://${location.host}/${run}`);
  socket.addEventListener('message', () => {
    let reading: unknown;
    try {
      reading = read();
    } catch (error) {
      reading = String(error);
    }
    socket.send(JSON.stringify(reading ?? null));
  });
}
