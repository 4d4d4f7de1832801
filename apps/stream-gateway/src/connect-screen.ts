import { once } from 'node:events';
import { connect, type OnReadOpts, type Socket } from 'node:net';
import type { ScreenAddress } from './control-plane-client.ts';

const CONNECT_DEADLINE_MS = 3_000;

/**
 * Connects to a worker's screen port and sends the line that opens it. The socket is paused, and reads into buffers of
 * the caller. Throws what the network says; a worker that refuses the token says nothing and closes.
 */
export async function connectScreen(
  { host, port, token }: ScreenAddress,
  onread: OnReadOpts,
): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true, onread });
  socket.pause();
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_DEADLINE_MS) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // Its 'close' follows and says enough.
  socket.on('error', () => undefined);
  socket.write(`${token}\n`);
  return socket;
}
