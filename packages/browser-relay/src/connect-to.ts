import { connect, isIP, type Socket } from 'node:net';
import { pinnedLookup, type ResolvedAddresses } from '@errand/egress-guard';
import type { Destination } from './read-socks-request.ts';

const CONNECT_MS = 30_000;
/** Detects connections whose peer vanished silently, as Chromium does. */
const KEEP_ALIVE_MS = 45_000;

/**
 * Connects to one of the addresses, trying each in turn, and to nothing else. Throws the last
 * error, or the signal's reason.
 */
export async function connectTo(
  { host, port }: Destination,
  addresses: ResolvedAddresses,
  signal: AbortSignal,
): Promise<Socket> {
  const remote = connect({
    host: isIP(host) ? addresses[0].address : host,
    port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = (): void => void remote.destroy(signal.reason);
  remote.once('connect', resolve).once('error', reject);
  remote.setTimeout(CONNECT_MS, () => remote.destroy(new ConnectTimeoutError()));
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  remote.setTimeout(0);
  return remote;
}

class ConnectTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}
