import type { OnReadOpts, Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { CLOSE, SCREEN_LOST, TOO_SLOW, type Closing } from './close-codes.ts';
import type { RfbFilter } from './rfb/rfb-filter.ts';
import { nextReadSize, type ReadBuffers } from './read-buffers.ts';
import { RfbViolationError } from './rfb/rfb-violation-error.ts';

/** Waiting for the viewer: above, the screen is read no more; below, it is read again. */
const HIGH_WATER_BYTES = 1024 * 1024;
const LOW_WATER_BYTES = 256 * 1024;
/** More than any person's input; a viewer that sends faster waits for the next second. */
const MAX_BYTES_PER_SECOND = 1024 * 1024;
const PING_INTERVAL_MS = 25_000;
/** Every screen begins with it, before it is asked for anything (RFC 6143, 7.1.1). */
const RFB_GREETING = Buffer.from('RFB ');
/** A worker may have to start what shows the screen. */
const GREETING_DEADLINE_MS = 20_000;

export interface ViewerEvents {
  /** The connection to the screen is gone, and not because of us. */
  readonly onScreenGone: () => void;
  /** What is connected does not speak RFB, so it is no screen; `onScreenGone` follows. */
  readonly onNoScreen: () => void;
  /** The first byte of the screen has come. */
  readonly onFirstByte: () => void;
  /** Called once; nothing happens afterwards. */
  readonly onClosed: (code: number) => void;
}

interface ViewerOptions extends ViewerEvents {
  readonly stallMs: number;
  readonly buffers: ReadBuffers;
}

/**
 * One WebSocket and the connection to the screen that it watches. Takes nothing from the viewer until it is bridged and the screen
 * has greeted: a worker names the address, and must not make anybody speak to what is no screen.
 */
export class Viewer {
  bytesToViewer = 0;
  bytesFromViewer = 0;
  /** How the connection to the screen has to read. */
  readonly reading: OnReadOpts = {
    buffer: () => (this.#readBuffer = this.#buffers.acquire(this.#readSize)),
    callback: (length, buffer) => this.#onPicture(buffer as Buffer, length),
  };
  readonly #socket: WebSocket;
  readonly #events: ViewerEvents;
  readonly #stallMs: number;
  readonly #buffers: ReadBuffers;
  #readBuffer: Buffer | undefined;
  #readSize: number | undefined;
  #screen: Socket | undefined;
  #filter: RfbFilter | undefined;
  #closing: Closing | undefined;
  #cleanUp: (() => void) | undefined;
  /** Since when the viewer takes no pictures; since when the screen takes no input. */
  #stalledAt: number | undefined;
  #blockedAt: number | undefined;
  #bytesThisSecond = 0;
  #isThrottled = false;
  /** How much of the greeting has come; since when the rest is owed. */
  #greetedBytes = 0;
  #greetingOwedAt: number | undefined;
  #pingedAt = performance.now();
  #isAlive = true;

  constructor(socket: WebSocket, options: ViewerOptions) {
    this.#socket = socket;
    this.#events = options;
    this.#stallMs = options.stallMs;
    this.#buffers = options.buffers;
    socket.pause();
    socket.on('message', this.#onMessage);
    socket.on('pong', () => (this.#isAlive = true));
    // Its 'close' follows, with a code that tells what was wrong.
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      this.#screen?.destroy();
      this.#cleanUp?.();
      options.onClosed(this.#closing?.code ?? code);
    });
  }

  /** Whether it is closed or about to be. */
  get isClosing(): boolean {
    return this.#closing !== undefined || this.#socket.readyState !== this.#socket.OPEN;
  }

  /** What is to be undone in the end. Not once it is closed. */
  whenClosed(cleanUp: () => void): void {
    this.#cleanUp = cleanUp;
  }

  /** Lets bytes through both ways until one side ends. Takes over the socket, which is paused and reads as `reading` says. */
  bridge(screen: Socket, filter: RfbFilter): void {
    if (this.isClosing) {
      screen.destroy();
      return;
    }
    this.#screen = screen;
    this.#filter = filter;
    screen.on('drain', this.#onScreenDrained);
    screen.once('close', () => {
      if (this.#readBuffer) this.#buffers.release(this.#readBuffer);
      if (!this.isClosing) this.#events.onScreenGone();
    });
    if (screen.destroyed) this.#events.onScreenGone();
    this.#greetingOwedAt = performance.now();
    screen.resume();
  }

  /** The first call decides. A viewer that does not answer within the gateway's time is cut off. */
  close(closing: Closing): void {
    if (this.#closing !== undefined) return;
    this.#closing = closing;
    this.#screen?.destroy();
    // Its answer has to be read.
    this.#socket.resume();
    this.#socket.close(closing.code, closing.reason);
  }

  /** Cuts the connection without a word. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** To be called every second: pings, drops what stands still. */
  tick(now: number): void {
    if (this.isClosing) return;
    if (isOver(this.#stalledAt, now, this.#stallMs)) this.close(TOO_SLOW);
    else if (isOver(this.#blockedAt, now, this.#stallMs)) this.close(SCREEN_LOST);
    else if (isOver(this.#greetingOwedAt, now, GREETING_DEADLINE_MS)) this.close(SCREEN_LOST);
    else this.#ping(now);
    this.#bytesThisSecond = 0;
    this.#isThrottled = false;
    this.#readOn();
  }

  #ping(now: number): void {
    if (now - this.#pingedAt < PING_INTERVAL_MS) return;
    // Of a viewer that is not read there is no pong to be seen.
    if (!this.#isAlive && this.#blockedAt === undefined) {
      this.terminate();
      return;
    }
    this.#isAlive = false;
    this.#pingedAt = now;
    this.#socket.ping();
  }

  /** Always wants to read on: pausing is another matter. */
  #onPicture(buffer: Buffer, length: number): boolean {
    if (this.isClosing) {
      this.#buffers.release(buffer);
      return true;
    }
    if (!this.#hasGreeted(buffer, length)) {
      this.#buffers.release(buffer);
      this.#events.onNoScreen();
      this.#screen?.destroy();
      return true;
    }
    if (this.bytesToViewer === 0) this.#events.onFirstByte();
    this.bytesToViewer += length;
    this.#readSize = nextReadSize(buffer.length, length);
    // Given back by the callback of this very write: anything earlier could show a viewer the screen of another one.
    this.#socket.send(buffer.subarray(0, length), () => this.#onSent(buffer));
    if (this.#socket.bufferedAmount > HIGH_WATER_BYTES && this.#stalledAt === undefined) {
      this.#stalledAt = performance.now();
      this.#screen?.pause();
    }
    return true;
  }

  /** False for bytes that no screen begins with. What came of the greeting lets the viewer speak once it is whole. */
  #hasGreeted(buffer: Buffer, length: number): boolean {
    const missing = RFB_GREETING.subarray(this.#greetedBytes, this.#greetedBytes + length);
    if (missing.length === 0) return true;
    if (!buffer.subarray(0, missing.length).equals(missing)) return false;
    this.#greetedBytes += missing.length;
    if (this.#greetedBytes === RFB_GREETING.length) {
      this.#greetingOwedAt = undefined;
      this.#readOn();
    }
    return true;
  }

  /** Also of what could not be sent. */
  #onSent(buffer: Buffer): void {
    this.#buffers.release(buffer);
    if (this.#stalledAt === undefined || this.#socket.bufferedAmount > LOW_WATER_BYTES) return;
    this.#stalledAt = undefined;
    this.#screen?.resume();
  }

  readonly #onMessage = (data: RawData, isBinary: boolean): void => {
    const { length } = data as Buffer;
    this.bytesFromViewer += length;
    this.#bytesThisSecond += length;
    this.#isAlive = true;
    if (this.#filter === undefined || this.isClosing) return;
    if (!isBinary) {
      this.close({ code: CLOSE.notRfb, reason: 'Only binary messages are understood.' });
      return;
    }
    this.#send(this.#filter, data as Buffer);
    if (this.#bytesThisSecond > MAX_BYTES_PER_SECOND) this.#isThrottled = true;
    if (this.#isThrottled) this.#socket.pause();
  };

  #send(filter: RfbFilter, bytes: Buffer): void {
    try {
      const allowed = filter.push(bytes);
      if (allowed.length === 0 || this.#screen?.write(allowed) !== false) return;
      this.#blockedAt ??= performance.now();
      this.#socket.pause();
    } catch (error) {
      if (!(error instanceof RfbViolationError)) throw error;
      this.close({ code: CLOSE.notRfb, reason: error.message });
    }
  }

  readonly #onScreenDrained = (): void => {
    this.#blockedAt = undefined;
    this.#readOn();
  };

  #readOn(): void {
    const isScreen = this.#greetedBytes === RFB_GREETING.length;
    const mayRead = isScreen && !this.#isThrottled;
    if (mayRead && this.#blockedAt === undefined) this.#socket.resume();
  }
}

function isOver(since: number | undefined, now: number, limitMs: number): boolean {
  return since !== undefined && now - since > limitMs;
}
