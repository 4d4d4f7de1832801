import type { Socket } from 'node:net';

const LINE_FEED = 0x0a;
/** Includes the line feed. */
const MAX_LINE_BYTES = 1_024;
const DEADLINE_MS = 3_000;

/**
 * Reads the first line of a connection; later bytes stay in the socket. Undefined when the line is
 * too late or too long.
 */
export async function readTokenLine(socket: Socket): Promise<string | undefined> {
  let received = Buffer.alloc(0);
  const line = Promise.withResolvers<string | undefined>();
  const give = (): void => line.resolve(undefined);
  const take = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    const end = received.subarray(0, MAX_LINE_BYTES).indexOf(LINE_FEED);
    if (end === -1 && received.byteLength < MAX_LINE_BYTES) return;
    socket.pause();
    line.resolve(end === -1 ? undefined : received.toString('latin1', 0, end));
    if (end !== -1 && end + 1 < received.byteLength) socket.unshift(received.subarray(end + 1));
  };
  const deadline = setTimeout(give, DEADLINE_MS);
  socket.on('data', take).once('close', give);
  try {
    return await line.promise;
  } finally {
    clearTimeout(deadline);
    socket.off('data', take).off('close', give);
  }
}
