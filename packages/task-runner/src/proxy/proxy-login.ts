import type { ProxyConfig } from './proxy-settings.ts';

/** How long oxylabs pins one address to a session, in minutes. */
const OXYLABS_MINUTES = 10;

/** Returns the user name that makes the provider use one address for a whole session. */
export function nameSession(
  { username = '', provider, country }: ProxyConfig,
  sessionId: string,
): string {
  if (provider === 'oxylabs') {
    return `customer-${username}-cc-${country.toUpperCase()}-sessid-${sessionId}-sesstime-${OXYLABS_MINUTES}`;
  }
  return provider === 'brightdata' ? `${username}-session-${sessionId}` : username;
}

/** Returns the `Proxy-Authorization` value; undefined for a proxy without a login. */
export function authorize(config: ProxyConfig, sessionId: string): string | undefined {
  if (config.username === undefined) return undefined;
  const login = `${nameSession(config, sessionId)}:${config.password}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}
