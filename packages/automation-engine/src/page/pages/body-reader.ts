import type { CDPSession, HTTPRequest, Page } from 'puppeteer';
import { attachSession } from '../browser/attach-session.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export type CallBody =
  | { readonly kind: 'body'; readonly content: Uint8Array }
  /** `reason` is the predicate of a sentence about "the body": `has 20000000 bytes`. */
  | { readonly kind: 'missing'; readonly reason: string };

/** A response whose body can be read. */
export interface ReadableResponse {
  /** Names in lower case; undefined if there was no response. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Undefined if the browser does not have it. */
  readonly fetchBody: () => Promise<Uint8Array | undefined>;
}

/** Reads the bodies of responses, within bounds. */
export interface BodyReader extends AsyncDisposable {
  /** Makes the browser keep the bodies of a page when the page navigates. */
  readonly open: (page: Page) => Promise<void>;
  /** Like `open`, through a session that the caller owns. */
  readonly openSession: (session: CDPSession) => Promise<void>;
  readonly read: (response: ReadableResponse) => Promise<CallBody>;
  /** Fetches the body of a request made by an opened page. */
  readonly fetchBody: (request: HTTPRequest) => Promise<Uint8Array | undefined>;
  /** Stops counting the bodies that have been read so far. */
  readonly release: () => void;
}

export function createBodyReader(): BodyReader {
  const sessions = new Map<Page, CDPSession>();
  let keptBytes = 0;
  return {
    async open(page) {
      const session = await attachSession(page);
      sessions.set(page, session);
      page.once('close', () => sessions.delete(page));
      await keepBodies(session);
    },
    openSession: keepBodies,
    async read({ headers, fetchBody }) {
      if (!headers) return { kind: 'missing', reason: 'did not arrive' };
      const announced = Number(headers['content-length'] ?? 0);
      if (announced > MAX_BODY_BYTES) return { kind: 'missing', reason: tooBig(announced) };
      const content = await fetchBody();
      if (!content) return { kind: 'missing', reason: 'was not kept by the browser' };
      if (content.length > MAX_BODY_BYTES)
        return { kind: 'missing', reason: tooBig(content.length) };
      if (keptBytes + content.length > MAX_KEPT_BYTES) {
        return {
          kind: 'missing',
          reason: `exceeds the ${MAX_KEPT_BYTES} bytes that are kept in total`,
        };
      }
      keptBytes += content.length;
      return { kind: 'body', content };
    },
    async fetchBody(request) {
      const page = request.frame()?.page();
      const session = page && sessions.get(page);
      const durable = session && (await readBySession(session, requestId(request)));
      // A frame of another site is a separate target. Only Puppeteer has a session for it.
      return durable ?? settled(request.response()?.buffer());
    },
    release() {
      keptBytes = 0;
    },
    async [Symbol.asyncDispose]() {
      // A closed page no longer has a session.
      await Promise.allSettled([...sessions.values()].map((session) => session.detach()));
    },
  };
}

/**
 * Makes the browser keep bodies through a navigation, which often follows. Both commands are sent
 * together: a page that is held back responds only later.
 */
async function keepBodies(session: CDPSession): Promise<void> {
  await Promise.all([
    session.send('Network.configureDurableMessages', {
      maxTotalBufferSize: MAX_KEPT_BYTES,
      maxResourceBufferSize: MAX_BODY_BYTES,
    }),
    session.send('Network.enable'),
  ]);
}

/**
 * Reads the body of a request by its id in the browser; undefined if the browser does not have it.
 */
export function readBySession(session: CDPSession, id: string): Promise<Uint8Array | undefined> {
  const read = async () => {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', {
      requestId: id,
    });
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  };
  return settled(read());
}

/** The browser responds with an error when it has no body. */
async function settled(reading: Promise<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  const [read] = await Promise.allSettled([Promise.resolve(reading)]);
  return read.status === 'fulfilled' ? read.value : undefined;
}

/** Returns the id that the browser gives a request; all requests of a redirect share it. */
export function requestId(request: HTTPRequest): string {
  const id: unknown = Reflect.get(request, 'id');
  if (typeof id === 'string') return id;
  throw new TypeError('HTTPRequest.id is missing from Puppeteer: pin a version that has it.');
}

function tooBig(bytes: number): string {
  return `has ${bytes} bytes, but at most ${MAX_BODY_BYTES} are kept`;
}
