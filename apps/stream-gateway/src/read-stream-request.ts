import type { IncomingMessage } from 'node:http';

/** A viewer's request. The ticket is a credential: never log it. */
export interface StreamRequest {
  readonly taskId: string;
  readonly ticket: string;
}

const PATH = /^\/tasks\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Undefined for a path that is not a live view. */
export function readStreamRequest({ url }: IncomingMessage): StreamRequest | undefined {
  const [pathname = '', query = ''] = (url ?? '').split('?', 2);
  const taskId = PATH.exec(pathname)?.[1]?.toLowerCase();
  if (taskId === undefined) return undefined;
  return { taskId, ticket: new URLSearchParams(query).get('ticket') ?? '' };
}

/** Browsers send the page's origin. Other programs may omit it, or send anything. */
export function isAllowedOrigin({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin } = headers;
  return origin === undefined || allowed.includes('*') || allowed.includes(origin);
}
