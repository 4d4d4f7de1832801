import type { CDPSession, Protocol } from 'puppeteer';
import { readBySession } from './body-reader.ts';
import type { CallResponse, recordCall } from './network-call.ts';

type CallSource = Parameters<typeof recordCall>[0];

/** Receives the calls of a page. The key identifies a call across all pages. */
export interface CallObserver {
  readonly onBegin: (key: string, source: CallSource) => void;
  readonly onChange: () => void;
  readonly onEnd: (key: string, options: { readonly hasFailed: boolean }) => void;
}

interface Exchange {
  readonly isFromMainFrame: () => boolean;
  /** How often the request has been redirected so far. */
  redirects: number;
  requestHeaders: Record<string, string>;
  response?: CallResponse;
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
 * created the page: the first document, and its first requests, come earlier.
 */
export async function watchNewPageCalls(
  session: CDPSession,
  observer: CallObserver,
): Promise<void> {
  // The main frame of a page has the id of the page.
  let mainFrameId: string | undefined;
  const exchanges = new Map<string, Exchange>();
  const end = (id: string, hasFailed: boolean) => {
    const exchange = exchanges.get(id);
    if (!exchange) return;
    exchanges.delete(id);
    observer.onEnd(keyOfCall(id, exchange.redirects), { hasFailed });
  };
  session.on('Network.requestWillBeSent', (event) => {
    const { requestId: id, request, redirectResponse, frameId, initiator } = event;
    if (isPreflight(initiator)) return;
    const before = exchanges.get(id);
    if (before && redirectResponse) {
      before.response = toResponse(redirectResponse);
      end(id, false);
    }
    const exchange: Exchange = {
      isFromMainFrame: () => frameId !== undefined && frameId === mainFrameId,
      redirects: before ? before.redirects + 1 : 0,
      requestHeaders: inLowerCase(request.headers),
    };
    exchanges.set(id, exchange);
    const source = sourceOfExchange(session, { id, request, exchange });
    observer.onBegin(keyOfCall(id, exchange.redirects), source);
  });
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId: id, headers }) => {
    const exchange = exchanges.get(id);
    if (exchange) Object.assign(exchange.requestHeaders, inLowerCase(headers));
  });
  session.on('Network.responseReceived', ({ requestId: id, response }) => {
    const exchange = exchanges.get(id);
    if (!exchange) return;
    exchange.response = toResponse(response);
    observer.onChange();
  });
  session.on('Network.loadingFinished', ({ requestId: id }) => end(id, false));
  session.on('Network.loadingFailed', ({ requestId: id }) => end(id, true));
  const { targetInfo } = await session.send('Target.getTargetInfo');
  mainFrameId = targetInfo.targetId;
}

function sourceOfExchange(
  session: CDPSession,
  {
    id,
    request,
    exchange,
  }: {
    readonly id: string;
    readonly request: Protocol.Network.Request;
    readonly exchange: Exchange;
  },
): CallSource {
  return {
    url: request.url,
    method: request.method,
    isFromMainFrame: exchange.isFromMainFrame,
    requestHeaders: () => exchange.requestHeaders,
    async requestBody() {
      if (request.hasPostData !== true) return undefined;
      if (request.postData !== undefined) return request.postData;
      const { postData } = await session.send('Network.getRequestPostData', { requestId: id });
      return postData;
    },
    response: () => exchange.response,
    fetchBody: () => readBySession(session, id),
  };
}

function toResponse({ status, headers }: Protocol.Network.Response): CallResponse {
  return { status, headers: inLowerCase(headers) };
}

function inLowerCase(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
