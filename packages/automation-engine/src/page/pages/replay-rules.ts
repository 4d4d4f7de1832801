import type { NetworkCall } from './network-call.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Returns the method of a call that can be sent again; undefined for any other. */
export function findReplayedMethod({ method }: NetworkCall): (typeof methods)[number] | undefined {
  return methods.find((known) => known === method);
}

/**
 * Returns why a call is not sent again, as the predicate of a sentence about "the request";
 * undefined if it can be. A frame of another site can start any request, and leaves it to the
 * browser to refuse it, so only what the browser has completed counts.
 */
export function findReplayObstacle(call: NetworkCall): string | undefined {
  if (!findReplayedMethod(call)) return `has the method ${call.method}, which is not sent again`;
  if (!call.response()) return 'got no response in the browser';
  if (call.isFromMainFrame() || isFromSameSite(call)) return undefined;
  return 'was made by a frame of another site';
}

/**
 * Returns whether a call goes to the site of the document that made it. Browsers set these headers
 * themselves; the first only for https and for addresses on this machine.
 */
export function isFromSameSite(call: NetworkCall): boolean {
  const headers = call.requestHeaders();
  const relation = headers['sec-fetch-site'];
  if (relation !== undefined) return relation !== 'cross-site';
  const from = URL.parse(headers['origin'] ?? headers['referer'] ?? '');
  return from !== null && from.origin === new URL(call.url).origin;
}
