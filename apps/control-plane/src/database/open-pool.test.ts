import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { openPool } from './open-pool.ts';
import { runTransaction } from './transaction.ts';

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

test('survives a connection that ends the moment it begins', async () => {
  // A server that shuts down sends "ready" and "terminating" in one packet; a real server rarely
  // does so.
  await using server = await startServer(Buffer.concat([AUTHENTICATED, READY, terminating()]));
  const pool = openPool({ host: '127.0.0.1', port: server.port, user: 'any', max: 1 });
  const work = runTransaction(pool, async () => undefined);
  await expect(work).rejects.toThrow(/connection error|terminat/i);
  expect(pool.totalCount).toBe(0);
  await pool.end();
});

function terminating(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const message = Buffer.alloc(5);
  message.write('E');
  message.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  return Buffer.concat([message, Buffer.from(fields)]);
}

/** Replies to the first packet of each connection and closes it. */
async function startServer(answer: Buffer): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
