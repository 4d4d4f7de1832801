import { NavigationError } from '../errors.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunDependencies } from './run-dependencies.ts';

/** Browser errors for a connection that the proxy did not make; they carry no reason. */
const UNEXPLAINED: ReadonlySet<string> = new Set([
  'net::ERR_ADDRESS_UNREACHABLE',
  'net::ERR_EMPTY_RESPONSE',
  'net::ERR_SOCKS_CONNECTION_FAILED',
  'net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'net::ERR_TUNNEL_CONNECTION_FAILED',
]);

export interface Connected {
  readonly dependencies: Pick<RunDependencies, 'connectionProblem'>;
  readonly pages: Pick<PageTracker, 'count' | 'current'>;
}

/**
 * Replaces a navigation error that carries no cause with the cause known to the browser's proxy.
 */
export function explainConnection(error: unknown, { dependencies, pages }: Connected): unknown {
  if (!(error instanceof NavigationError)) return error;
  const { url, reason } = error.failed;
  if (!UNEXPLAINED.has(reason)) return error;
  // After a redirect, a different address was unreachable.
  const redirected = pages.count > 0 ? pages.current().network.failedDocumentUrl() : undefined;
  const [problem] = [url, redirected]
    .map((address) => address && dependencies.connectionProblem?.(address))
    .filter(Boolean);
  return problem ? new NavigationError(url, problem, { cause: error }) : error;
}
