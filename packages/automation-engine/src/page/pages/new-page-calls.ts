import type { CDPSession, Protocol } from 'puppeteer';
import { readBySession } from './body-reader.ts';
import type { CallResponse, recordCall } from './network-call.ts';

export type CallSource = Parameters<typeof recordCall>[0];

/** A call of a new page, as the browser reports it. */
export interface NewPageCall extends CallSource {
  /** In lower case, as Puppeteer has it. */
  readonly resourceType: string;
  readonly frameId: string | undefined;
  /** The browser's ID of the page. It follows the first calls. */
  readonly pageId: () => string | undefined;
  /** Undefined if there is none, or it was too long to be reported. */
  readonly postData: string | undefined;
  readonly statusText: () => string;
  /** Why it failed. */
  readonly failureText: () => string | undefined;
}

/** Receives the calls of a page. The key identifies a call across all pages. */
export interface CallObserver<Call extends CallSource = NewPageCall> {
  readonly onBegin: (key: string, source: Call) => void;
  readonly onChange: () => void;
  readonly onEnd: (key: string, options: { readonly hasFailed: boolean }) => void;
}

/**
 * Listens to a session of a page that is still held back: first that of the page, then those of its
 * frames of other sites.
 */
export type EarlyListener = (session: CDPSession) => Promise<void>;

interface Exchange {
  /** That of the end, which has the body; until then, that of the beginning. */
  session: CDPSession;
  /** How often the request has been redirected so far. */
  redirects: number;
  requestHeaders: Record<string, string>;
  response?: CallResponse;
  statusText: string;
  failureText?: string;
}

/** The requests of a redirect share their id. */
export function keyOfCall(id: string, redirects: number): string {
  return `${id} ${redirects}`;
}

/**
 * The browser itself asks a site of another origin for permission, which is not a call of the page.
 */
export function isPreflight(initiator: Protocol.Network.Initiator | undefined): boolean {
  return initiator?.type === 'preflight';
}

/**
 * Listens to a page that is still held back. Puppeteer reports its calls too, but only once it has
 * created the page: the first document, and its first requests, come earlier. So do those of frames
 * that the page loads at once.
 */
export function watchNewPageCalls(observer: CallObserver): EarlyListener {
  // The main frame of a page has the id of the page.
  let pageId: string | undefined;
  let isOfPage = true;
  const exchanges = createExchanges(observer, () => pageId);
  return async (session) => {
    exchanges.listen(session);
    if (!isOfPage) return;
    isOfPage = false;
    const { targetInfo } = await session.send('Target.getTargetInfo');
    pageId = targetInfo.targetId;
  };
}

/** The document of another site's frame begins in the session around it, and ends in its own. */
function createExchanges(observer: CallObserver, pageId: () => string | undefined) {
  const exchanges = new Map<string, Exchange>();
  const end = (session: CDPSession, id: string, failureText?: string) => {
    const exchange = exchanges.get(id);
    if (!exchange) return;
    exchanges.delete(id);
    exchange.session = session;
    if (failureText !== undefined) exchange.failureText = failureText;
    const hasFailed = failureText !== undefined;
    observer.onEnd(keyOfCall(id, exchange.redirects), { hasFailed });
  };
  const begin = (session: CDPSession, event: Protocol.Network.RequestWillBeSentEvent) => {
    const { requestId: id, redirectResponse, initiator } = event;
    if (isPreflight(initiator)) return;
    const before = exchanges.get(id);
    if (before && redirectResponse) {
      noteResponse(before, redirectResponse);
      end(session, id);
    }
    const exchange: Exchange = {
      session,
      redirects: before ? before.redirects + 1 : 0,
      requestHeaders: inLowerCase(event.request.headers),
      statusText: '',
    };
    exchanges.set(id, exchange);
    observer.onBegin(keyOfCall(id, exchange.redirects), describeCall(event, exchange, pageId));
  };
  const listen = (session: CDPSession) => {
    session.on('Network.requestWillBeSent', (event) => begin(session, event));
    session.on('Network.requestWillBeSentExtraInfo', ({ requestId: id, headers }) => {
      const exchange = exchanges.get(id);
      if (exchange) Object.assign(exchange.requestHeaders, inLowerCase(headers));
    });
    session.on('Network.responseReceived', ({ requestId: id, response }) => {
      const exchange = exchanges.get(id);
      if (!exchange) return;
      noteResponse(exchange, response);
      observer.onChange();
    });
    session.on('Network.loadingFinished', ({ requestId: id }) => end(session, id));
    session.on('Network.loadingFailed', ({ requestId: id, errorText }) =>
      end(session, id, errorText),
    );
  };
  return { listen };
}

function describeCall(
  { requestId: id, request, type = 'Other', frameId }: Protocol.Network.RequestWillBeSentEvent,
  exchange: Exchange,
  pageId: () => string | undefined,
): NewPageCall {
  const { session: first } = exchange;
  return {
    url: request.url,
    method: request.method,
    resourceType: type.toLowerCase(),
    frameId,
    postData: request.postData,
    pageId,
    isFromMainFrame: () => frameId !== undefined && frameId === pageId(),
    requestHeaders: () => exchange.requestHeaders,
    async requestBody() {
      if (request.hasPostData !== true) return undefined;
      if (request.postData !== undefined) return request.postData;
      const { postData } = await first.send('Network.getRequestPostData', { requestId: id });
      return postData;
    },
    response: () => exchange.response,
    statusText: () => exchange.statusText,
    failureText: () => exchange.failureText,
    fetchBody: () => readBySession(exchange.session, id),
  };
}

function noteResponse(exchange: Exchange, response: Protocol.Network.Response): void {
  exchange.response = { status: response.status, headers: inLowerCase(response.headers) };
  exchange.statusText = response.statusText;
}

function inLowerCase(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
