import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const RAW_ENCODING = 0;
const BYTES_PER_PIXEL = 4;
/** 32 bits, 24 deep, little endian, true colour, 8 bits each of red << 16, green << 8, blue. */
const PIXEL_FORMAT = [32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0];
const DEADLINE_MS = 10_000;

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** `#ff8000` */
  readonly colourAt: (x: number, y: number) => string;
  /** Four bytes per pixel: blue, green, red, nothing. */
  readonly pixels: Buffer;
}

/** A minimal VNC client for tests: it requests raw pixels of the whole screen. */
export interface Viewer extends AsyncDisposable {
  readonly socket: Socket;
  readonly frame: () => Promise<Frame>;
  /** Presses keys together by their X keysyms, then releases them. */
  readonly press: (...keysyms: readonly number[]) => void;
  readonly click: (x: number, y: number, button?: 1 | 2 | 3) => void;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
}

/**
 * Connects to a screen port with the token line; rejects when the connection ends before a
 * response.
 */
export async function openViewer(address: string, token: string): Promise<Viewer> {
  const url = new URL(`tcp://${address}`);
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(
    () => undefined,
    () => undefined,
  );
  const read = createReader(socket, closed);
  socket.write(`${token}\n`);
  try {
    const { width, height } = await shakeHands(socket, read);
    return {
      socket,
      closed,
      frame: () => readFrame(socket, read, { width, height }),
      press: (...keysyms) => {
        keysyms.forEach((keysym) => socket.write(keyEvent(keysym, true)));
        keysyms.toReversed().forEach((keysym) => socket.write(keyEvent(keysym, false)));
      },
      click: (x, y, button = 1) => {
        for (const mask of [0, 1 << (button - 1), 0]) socket.write(pointerEvent(x, y, mask));
      },
      async [Symbol.asyncDispose]() {
        socket.destroy();
        await closed;
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

type Read = (bytes: number) => Promise<Buffer>;

async function shakeHands(socket: Socket, read: Read) {
  socket.write(await read(12));
  const [typeCount = 0] = await read(1);
  await read(typeCount);
  const NO_AUTHENTICATION = 1;
  socket.write(Buffer.from([NO_AUTHENTICATION]));
  await read(4);
  const SHARED = 1;
  socket.write(Buffer.from([SHARED]));
  const init = await read(24);
  await read(init.readUInt32BE(20));
  socket.write(Buffer.from([0, 0, 0, 0, ...PIXEL_FORMAT]));
  socket.write(Buffer.from([2, 0, 0, 1, 0, 0, 0, RAW_ENCODING]));
  return { width: init.readUInt16BE(0), height: init.readUInt16BE(2) };
}

async function readFrame(
  socket: Socket,
  read: Read,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Frame> {
  const request = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  request.writeUInt16BE(width, 6);
  request.writeUInt16BE(height, 8);
  socket.write(request);
  const pixels = Buffer.alloc(width * height * BYTES_PER_PIXEL);
  const header = await read(4);
  for (let left = header.readUInt16BE(2); left > 0; left -= 1) {
    copyRectangle(await readRectangle(read), pixels, width);
  }
  const colourAt = (x: number, y: number): string => {
    const colour = pixels.readUInt32LE((y * width + x) * BYTES_PER_PIXEL) & 0xff_ff_ff;
    return `#${colour.toString(16).padStart(6, '0')}`;
  };
  return { width, height, colourAt, pixels };
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly pixels: Buffer;
}

async function readRectangle(read: Read): Promise<Rectangle> {
  const place = await read(12);
  const columns = place.readUInt16BE(4);
  const pixels = await read(columns * place.readUInt16BE(6) * BYTES_PER_PIXEL);
  return { x: place.readUInt16BE(0), y: place.readUInt16BE(2), columns, pixels };
}

function copyRectangle({ x, y, columns, pixels }: Rectangle, frame: Buffer, width: number): void {
  const rowBytes = columns * BYTES_PER_PIXEL;
  for (let from = 0, row = y; from < pixels.byteLength; from += rowBytes, row += 1) {
    pixels.copy(frame, (row * width + x) * BYTES_PER_PIXEL, from, from + rowBytes);
  }
}

/** Returns a function that waits for the given number of bytes. */
function createReader(socket: Socket, closed: Promise<void>): Read {
  let received = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  socket.on('data', (chunk) => waiting.push(chunk));
  const read: Read = async (bytes) => {
    const arrived = received.byteLength + waiting.reduce((sum, part) => sum + part.byteLength, 0);
    if (arrived >= bytes) {
      const all = Buffer.concat([received, ...waiting]);
      waiting = [];
      received = all.subarray(bytes);
      return all.subarray(0, bytes);
    }
    if (socket.destroyed) throw new Error('The connection was ended.');
    await Promise.race([
      once(socket, 'data', { signal: AbortSignal.timeout(DEADLINE_MS) }),
      closed,
    ]);
    return read(bytes);
  };
  return read;
}

function keyEvent(keysym: number, isDown: boolean): Buffer {
  const message = Buffer.from([4, isDown ? 1 : 0, 0, 0, 0, 0, 0, 0]);
  message.writeUInt32BE(keysym, 4);
  return message;
}

function pointerEvent(x: number, y: number, mask: number): Buffer {
  const message = Buffer.from([5, mask, 0, 0, 0, 0]);
  message.writeUInt16BE(x, 2);
  message.writeUInt16BE(y, 4);
  return message;
}
