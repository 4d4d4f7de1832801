import type { HTTPRequest, Page } from 'puppeteer';
import { type BodyReader, type CallBody, createBodyReader } from './body-reader.ts';
import { createChangeNotice } from './change-notice.ts';
import type { PageListeners } from './page-listeners.ts';

const maxCalls = 1000;

/** What a step of the automation will look for. */
export interface WantedCalls {
  /** Each is a part of the address. */
  readonly urlParts: readonly string[];
  /** The body of the response is kept: the browser forgets it when the page goes on. */
  readonly needsBody: boolean;
}

/** One HTTP request of a page, and its response once that is there. */
export interface NetworkCall {
  readonly url: string;
  readonly method: string;
  /** Neither complete nor failed. */
  readonly isOpen: boolean;
  readonly requestHeaders: () => Readonly<Record<string, string>>;
  readonly requestBody: () => Promise<string | undefined>;
  /** Missing until the headers are there, and when the request failed before. */
  readonly response: () =>
    | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  readonly responseBody: () => Promise<CallBody>;
}

/** The calls that the pages of a run began since the last interaction, as far as a step will look for them. */
export interface NetworkLog extends AsyncDisposable {
  readonly calls: () => readonly NetworkCall[];
  readonly nextChange: () => Promise<void>;
  /** An interaction begins: what was called before does not count any more. */
  readonly clear: () => void;
  readonly listen: (listeners: PageListeners, page: Page) => Promise<void>;
}

interface RecordedCall extends NetworkCall {
  isOpen: boolean;
}

export function createNetworkLog(wanted: readonly WantedCalls[]): NetworkLog {
  const notice = createChangeNotice();
  const bodies = createBodyReader();
  const calls = new Map<HTTPRequest, RecordedCall>();
  const record = (request: HTTPRequest) => {
    const uses = findUses(request.url(), wanted);
    if (uses.length === 0) return;
    const [oldest] = calls.keys();
    if (oldest && calls.size >= maxCalls) calls.delete(oldest);
    calls.set(request, recordCall(request, bodies));
    notice.announce();
  };
  const end = (request: HTTPRequest) => {
    const call = calls.get(request);
    if (!call) return;
    call.isOpen = false;
    const needsBody = findUses(call.url, wanted).some((use) => use.needsBody);
    if (needsBody && request.failure() === null) void call.responseBody();
    notice.announce();
  };
  return {
    calls: () => [...calls.values()],
    nextChange: notice.next,
    clear() {
      calls.clear();
      bodies.release();
    },
    async listen(listeners, page) {
      if (wanted.length === 0) return;
      listeners.on('request', record);
      listeners.on('response', notice.announce);
      listeners.on('requestfinished', end);
      listeners.on('requestfailed', end);
      if (wanted.some(({ needsBody }) => needsBody)) await bodies.open(page);
    },
    [Symbol.asyncDispose]: () => bodies[Symbol.asyncDispose](),
  };
}

function findUses(url: string, wanted: readonly WantedCalls[]): readonly WantedCalls[] {
  if (!/^https?:/i.test(url)) return [];
  return wanted.filter(({ urlParts }) => urlParts.every((part) => url.includes(part)));
}

function recordCall(request: HTTPRequest, bodies: BodyReader): RecordedCall {
  let body: Promise<CallBody> | undefined;
  return {
    url: request.url(),
    method: request.method(),
    isOpen: true,
    requestHeaders: () => request.headers(),
    requestBody: async () =>
      request.postData() ?? (request.hasPostData() ? await request.fetchPostData() : undefined),
    response() {
      const response = request.response();
      return response ? { status: response.status(), headers: response.headers() } : undefined;
    },
    responseBody() {
      body ??= bodies.read(request);
      return body;
    },
  };
}
