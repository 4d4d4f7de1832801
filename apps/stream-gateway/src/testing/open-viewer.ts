import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ByteReader } from './byte-reader.ts';
import { CHOOSE_NONE, requestUpdate, setEncodings, shareScreen, VERSION } from './rfb-messages.ts';

export interface Screenshot {
  readonly width: number;
  readonly height: number;
  /** Colour of a pixel near the upper left corner, because the pointer is at the centre. */
  readonly colour: { readonly red: number; readonly green: number; readonly blue: number };
}

export interface TestViewer extends AsyncDisposable {
  readonly socket: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly send: (...messages: readonly Buffer[]) => void;
  /** Bytes received so far. */
  readonly received: () => number;
  readonly read: ByteReader['read'];
  /** Performs the handshake of an RFB 3.8 client and waits for the whole screen. Call only once. */
  readonly takeScreenshot: () => Promise<Screenshot>;
}

interface ViewerOptions {
  readonly protocols?: readonly string[];
  readonly origin?: string;
  /** A viewer that never reads from the network. Default false. */
  readonly isStuck?: boolean;
  /** Discards received data. Default false. */
  readonly isForgetful?: boolean;
}

/**
 * Connects as a program would; resolves once the WebSocket is open, even if the ticket is invalid.
 */
export async function openViewer(url: string, options: ViewerOptions = {}): Promise<TestViewer> {
  const socket = new WebSocket(url, [...(options.protocols ?? ['binary'])], {
    perMessageDeflate: false,
    rejectUnauthorized: false,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
  });
  const reader = new ByteReader();
  let received = 0;
  socket.on('message', (data: Buffer) => {
    received += data.length;
    if (options.isForgetful !== true) reader.add(data);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      reader.end(`Closed with ${code} ${String(reason)}`);
      resolve({ code, reason: String(reason) });
    });
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  if (options.isStuck === true) socket.pause();
  const send = (...messages: readonly Buffer[]): void => socket.send(Buffer.concat(messages));
  return {
    socket,
    closed,
    send,
    received: () => received,
    read: (length) => reader.read(length),
    takeScreenshot: () => takeScreenshot(reader, send),
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}

async function takeScreenshot(reader: ByteReader, send: TestViewer['send']): Promise<Screenshot> {
  const version = await reader.read(12);
  if (!version.equals(VERSION)) throw new Error(`The server speaks ${version.toString()}.`);
  send(VERSION);
  const [types = 0] = await reader.read(1);
  await reader.read(types);
  send(CHOOSE_NONE);
  const result = await reader.read(4);
  if (result.readUInt32BE() !== 0) throw new Error('The server refused.');
  send(shareScreen());
  const init = await reader.read(24);
  const [width, height] = [init.readUInt16BE(0), init.readUInt16BE(2)];
  await reader.read(init.readUInt32BE(20));
  send(setEncodings([0]), requestUpdate({ width, height }, false));
  return { width, height, colour: await readPicture(reader) };
}

/** Reads rectangles of raw pixels until one contains the given pixel. */
async function readPicture(reader: ByteReader): Promise<Screenshot['colour']> {
  for (;;) {
    const update = await reader.read(4);
    for (let left = update.readUInt16BE(2); left > 0; left -= 1) {
      const head = await reader.read(12);
      const [x = 0, y = 0, width = 0, height = 0] = [0, 2, 4, 6].map((at) => head.readUInt16BE(at));
      const pixels = await reader.read(width * height * 4);
      const [column, row] = [10 - x, 10 - y];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const [blue = 0, green = 0, red = 0] = pixels.subarray(4 * (row * width + column));
      return { red, green, blue };
    }
  }
}
