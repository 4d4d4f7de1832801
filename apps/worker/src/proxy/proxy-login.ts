import type { ProxyConfig } from './proxy-settings.ts';

/** How long oxylabs keeps an address for a session, in minutes. */
const OXYLABS_MINUTES = 10;

/** The user name that asks the provider for one address for all of a session. */
export function nameSession(
  { username = '', provider, country }: ProxyConfig,
  sessionId: string,
): string {
  if (provider === 'oxylabs') {
    return `customer-${username}-cc-${country.toUpperCase()}-sessid-${sessionId}-sesstime-${OXYLABS_MINUTES}`;
  }
  return provider === 'brightdata' ? `${username}-session-${sessionId}` : username;
}

/** Value of `Proxy-Authorization`; undefined for a proxy without a login. */
export function authorize(config: ProxyConfig, sessionId: string): string | undefined {
  if (config.username === undefined) return undefined;
  const login = `${nameSession(config, sessionId)}:${config.password}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}
