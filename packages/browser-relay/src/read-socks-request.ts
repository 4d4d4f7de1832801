import { once } from 'node:events';
import type { Socket } from 'node:net';

/** The destination that a browser requests. */
export interface Destination {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** The peer does not speak SOCKS 5 the way browsers do. */
class SocksProtocolError extends Error {
  constructor(found: string) {
    super(`The relay of a browser speaks SOCKS 5 without login, CONNECT only. It got ${found}.`);
    this.name = new.target.name;
  }
}

/**
 * Reads the greeting and the request of RFC 1928, and not a byte more. Also throws the signal's
 * reason.
 */
export async function readSocksRequest(socket: Socket, signal: AbortSignal): Promise<Destination> {
  const read = (bytes: number) => readBytes(socket, bytes, signal);
  const [version, methodCount] = await read(2);
  if (version !== VERSION || !methodCount) throw new SocksProtocolError('another protocol');
  const methods = await read(methodCount);
  if (!methods.includes(NO_LOGIN)) throw new SocksProtocolError('no method without a login');
  socket.write(Uint8Array.of(VERSION, NO_LOGIN));
  const [, command, , addressType] = await read(4);
  if (command !== CONNECT) throw new SocksProtocolError(`the command ${command}`);
  const host = await readHost(addressType, read);
  return { host, port: (await read(2)).readUInt16BE() };
}

async function readHost(
  addressType: number | undefined,
  read: (bytes: number) => Promise<Buffer>,
): Promise<string> {
  if (addressType === IPV4) return [...(await read(4))].join('.');
  if (addressType === IPV6) {
    const groups = (await read(16)).toString('hex').match(/.{4}/g) ?? [];
    return groups.join(':');
  }
  if (addressType !== NAME) throw new SocksProtocolError(`the address type ${addressType}`);
  const [length] = await read(1);
  if (!length) throw new SocksProtocolError('an empty name');
  return (await read(length)).toString('latin1');
}

async function readBytes(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = socket.read(bytes);
    if (Buffer.isBuffer(chunk)) {
      if (chunk.length < bytes) throw new SocksProtocolError('an incomplete request');
      return chunk;
    }
    if (socket.readableEnded || socket.destroyed) throw new SocksProtocolError('no request');
    await once(socket, 'readable', { signal });
  }
}

/** Codes of RFC 1928 that Chromium distinguishes. */
const replies = { connected: 0, refused: 2, unreachable: 4 } as const;

/** Encodes a reply. The bound address is zero, because the browser does not need it. */
export function socksReply(reply: keyof typeof replies): Uint8Array {
  return Uint8Array.of(VERSION, replies[reply], 0, IPV4, 0, 0, 0, 0, 0, 0);
}
