import { classifyAddress, pinnedLookup } from '@errand/egress-guard';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type OnReadOpts, type Socket } from 'node:net';
import type { ScreenAddress } from './control-plane-client.ts';

const CONNECT_DEADLINE_MS = 3_000;

/**
 * A worker registered an address where no screen can be, for example that of a metadata service.
 */
class NoScreenAddressError extends Error {
  constructor(host: string) {
    super(
      `The worker registered "${host}" for its screens, but gateways do not connect to such addresses.`,
    );
    this.name = new.target.name;
  }
}

/**
 * Connects to a worker's screen port and sends the line that opens it. The socket is paused and
 * reads into the caller's buffers. Throws NoScreenAddressError, or a network error; a worker that
 * rejects the token closes without a message.
 */
export async function connectScreen(
  { host, port, token }: ScreenAddress,
  onread: OnReadOpts,
): Promise<Socket> {
  const addresses = (await lookup(host, { all: true })).filter(
    ({ address }) => classifyAddress(address) !== 'reserved',
  );
  const [first, ...others] = addresses;
  if (!first) throw new NoScreenAddressError(host);
  const look = pinnedLookup([first, ...others]);
  const socket = connect({ host, port, lookup: look, noDelay: true, onread });
  socket.pause();
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_DEADLINE_MS) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // The 'close' event follows and is sufficient.
  socket.on('error', () => undefined);
  socket.write(`${token}\n`);
  return socket;
}
