import { once } from 'node:events';
import { createConnection } from 'node:net';

/** Mouse and keyboard of a viewer that speaks RFB, as the live view does. */
export interface RfbInput extends Disposable {
  readonly pointer: (buttons: number, x: number, y: number) => void;
  readonly key: (keysym: number, isDown: boolean) => void;
}

/** Connects to the socket of a VNC server that asks for no password. */
export async function openRfbInput(path: string): Promise<RfbInput> {
  const socket = createConnection({ path });
  await once(socket, 'connect');
  const read = reader(socket);
  socket.write(await read(12));
  const [types = 0] = await read(1);
  await read(types);
  const noAuthentication = 1;
  socket.write(Buffer.from([noAuthentication]));
  await read(4);
  const isShared = 1;
  socket.write(Buffer.from([isShared]));
  const init = await read(24);
  await read(init.readUInt32BE(20));
  socket.resume();
  return {
    pointer(buttons, x, y) {
      const message = Buffer.from([5, buttons, 0, 0, 0, 0]);
      message.writeUInt16BE(Math.round(x), 2);
      message.writeUInt16BE(Math.round(y), 4);
      socket.write(message);
    },
    key(keysym, isDown) {
      const message = Buffer.from([4, isDown ? 1 : 0, 0, 0, 0, 0, 0, 0]);
      message.writeUInt32BE(keysym, 4);
      socket.write(message);
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function reader(socket: ReturnType<typeof createConnection>): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      const chunk: unknown = socket.read(bytes);
      if (Buffer.isBuffer(chunk)) return chunk;
      await once(socket, 'readable', { signal: AbortSignal.timeout(10_000) });
    }
  };
}
