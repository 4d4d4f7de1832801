import { isIPv4 } from 'node:net';
import { EgressBlockedError } from './egress-errors.ts';
import { isPortOfOtherProtocol } from './other-ports.ts';

/** Reads an address, or a redirect's target relative to `base`, and refuses what no request may have, wherever it leads. */
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
 * URLs may write 127.0.0.1 as 2130706433, 0x7f.1, 0177.0.0.1, with fullwidth digits or percent signs. It is the
 * resulting address that decides; who writes it so has something to hide, though, so it is refused in any case.
 */
function isDisguisedAddress({ hostname, host }: URL, text: string, base: URL | undefined): boolean {
  if (!isIPv4(hostname)) return false;
  const written = /^(?:https?:)?\/\/([^/?#\\]*)/i.exec(text.trim())?.[1];
  if (written === undefined) return host !== base?.host;
  return written.replace(/:\d*$/, '') !== hostname;
}
