import { isIPv4 } from 'node:net';
import { EgressBlockedError } from './egress-errors.ts';
import { isPortOfOtherProtocol } from './other-ports.ts';

/**
 * Parses a URL, or a redirect's target relative to `base`, and rejects what no request may contain,
 * whatever its target.
 */
export function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new EgressBlockedError('url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressBlockedError('scheme');
  if (url.username !== '' || url.password !== '') throw new EgressBlockedError('credentials');
  if (isDisguisedAddress(url, text, base)) throw new EgressBlockedError('host_form');
  if (isPortOfOtherProtocol(url.port)) throw new EgressBlockedError('port');
  return url;
}

/**
 * Returns whether a URL disguises an IPv4 address: 127.0.0.1 can be written as 2130706433, 0x7f.1,
 * 0177.0.0.1, with full-width digits or percent signs. The resulting address is checked anyway, but
 * a disguise is suspicious and always refused.
 */
function isDisguisedAddress({ hostname, host }: URL, text: string, base: URL | undefined): boolean {
  if (!isIPv4(hostname)) return false;
  const written = /^(?:https?:)?\/\/([^/?#\\]*)/i.exec(text.trim())?.[1];
  if (written === undefined) return host !== base?.host;
  return written.replace(/:\d*$/, '') !== hostname;
}
