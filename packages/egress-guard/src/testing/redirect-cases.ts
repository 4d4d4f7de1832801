import { createEgressGuard } from '../create-egress-guard.ts';
import type { BypassOutcome } from './bypass-cases.ts';
import { startListener, type TestListener } from './start-listener.ts';

/** Redirect targets of an allowed host, and the rules that refuse them. */
export const redirectCases: readonly (readonly [location: string, rule: string])[] = [
  ['http://127.0.0.1:PORT/', 'address'],
  ['http://localhost:PORT/', 'address'],
  ['http://[::ffff:127.0.0.1]:PORT/', 'address'],
  ['//127.0.0.1:PORT/', 'address'],
  ['http://2130706433:PORT/', 'host_form'],
  ['//127.1:PORT/', 'host_form'],
  ['/\\127.0.0.1:PORT/', 'host_form'],
  ['http://user:word@127.0.0.1:PORT/', 'credentials'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://127.0.0.1:PORT/', 'scheme'],
  ['http://127.0.0.2:25/', 'port'],
  ['http://[/', 'url'],
];

/** Starts an allowed host that redirects every request to the location. */
export function redirectTo(location: string, status = 302): Promise<TestListener> {
  return startListener((_request, response) => response.writeHead(status, { location }).end(), {
    host: '127.0.0.2',
  });
}

/** Follows a redirect to the location. The port of the forbidden listener replaces PORT. */
export async function tryRedirect(
  location: string,
  listener: TestListener,
): Promise<BypassOutcome> {
  const before = listener.connectionCount();
  await using origin = await redirectTo(location.replace('PORT', `${listener.port}`));
  const guard = createEgressGuard({ allowPrivateAddresses: false, allowedHosts: ['127.0.0.2'] });
  const rule = await guard.request(`http://127.0.0.2:${origin.port}/`, { maxRedirects: 5 }).then(
    () => 'none',
    (error: unknown) => String(Reflect.get(Object(error), 'rule') ?? error),
  );
  return { rule, connections: listener.connectionCount() - before };
}
