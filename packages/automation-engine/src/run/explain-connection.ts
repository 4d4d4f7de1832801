import { NavigationError } from '../errors.ts';
import type { RunState } from './run-state.ts';

/** What a browser says that was not connected by its proxy. It does not know more. */
const UNEXPLAINED: ReadonlySet<string> = new Set([
  'net::ERR_ADDRESS_UNREACHABLE',
  'net::ERR_EMPTY_RESPONSE',
  'net::ERR_SOCKS_CONNECTION_FAILED',
  'net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'net::ERR_TUNNEL_CONNECTION_FAILED',
]);

/** Puts what connects the browser knows in the place of an error that does not say why a page could not be loaded. */
export function explainConnection(
  error: unknown,
  { dependencies, pages }: Pick<RunState, 'dependencies' | 'pages'>,
): unknown {
  if (!(error instanceof NavigationError)) return error;
  const { url, reason } = error.failed;
  if (!UNEXPLAINED.has(reason)) return error;
  // After a redirect it is another address that was not reached.
  const redirected = pages.count > 0 ? pages.current().network.failedDocumentUrl() : undefined;
  const [problem] = [url, redirected]
    .map((address) => address && dependencies.connectionProblem?.(address))
    .filter(Boolean);
  return problem ? new NavigationError(url, problem, { cause: error }) : error;
}
