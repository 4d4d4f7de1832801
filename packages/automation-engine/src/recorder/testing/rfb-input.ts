import { once } from 'node:events';
import { createConnection } from 'node:net';

/** The mouse and keyboard of a viewer that speaks RFB, as the live view does. */
export interface RfbInput extends Disposable {
  readonly pointer: (buttons: number, x: number, y: number) => void;
  readonly key: (keysym: number, isDown: boolean) => void;
  /** Resolves once the screen has received everything sent before. */
  readonly flush: () => Promise<void>;
}

/** Type 3, not incremental, then the position and the size. */
const requestOfOnePixel = Buffer.from([3, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
const messages = { update: 0, bell: 2, copiedText: 3 };

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
  const bytesPerPixel = init.readUInt8(4) / 8;
  await read(init.readUInt32BE(20));
  return {
    async flush() {
      // Messages are handled in order, so the answer comes last.
      socket.write(requestOfOnePixel);
      await readUpdate(read, bytesPerPixel);
    },
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

type Read = (bytes: number) => Promise<Buffer>;

/** Reads the answer to a request, and what the server sends before it. Pixels are not encoded. */
async function readUpdate(read: Read, bytesPerPixel: number): Promise<void> {
  for (;;) {
    const type = (await read(1)).readUInt8();
    if (type === messages.copiedText) await read((await read(7)).readUInt32BE(3));
    else if (type === messages.update) break;
    else if (type !== messages.bell) throw new Error(`The screen sent a message of type ${type}.`);
  }
  const areas = (await read(3)).readUInt16BE(1);
  for (let area = 0; area < areas; area += 1) {
    const header = await read(12);
    await read(header.readUInt16BE(4) * header.readUInt16BE(6) * bytesPerPixel);
  }
}

function reader(socket: ReturnType<typeof createConnection>): Read {
  return async (bytes) => {
    if (bytes === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk: unknown = socket.read(bytes);
      if (Buffer.isBuffer(chunk)) return chunk;
      await once(socket, 'readable', { signal: AbortSignal.timeout(10_000) });
    }
  };
}
