import type { OnReadOpts, Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { CLOSE, SCREEN_LOST, TOO_SLOW, type Closing } from './close-codes.ts';
import type { RfbFilter } from './rfb/rfb-filter.ts';
import { nextReadSize, type ReadBuffers } from './read-buffers.ts';
import { RfbViolationError } from './rfb/rfb-violation-error.ts';

/**
 * Bytes waiting for the viewer: above this, or above what memory allows, reading from the screen
 * pauses; below a quarter of that, it resumes.
 */
const HIGH_WATER_BYTES = 1024 * 1024;
const LOW_WATER_PART = 4;
/** More than any person's input; a viewer that sends faster is paused until the next second. */
const MAX_BYTES_PER_SECOND = 1024 * 1024;
const PING_INTERVAL_MS = 25_000;
/** Every screen sends this first, before any request (RFC 6143, 7.1.1). */
const RFB_GREETING = Buffer.from('RFB ');
/** Long, because the worker may first have to start its VNC server. */
const GREETING_DEADLINE_MS = 20_000;

export interface ViewerEvents {
  /** The screen's side closed the connection. */
  readonly onScreenGone: () => void;
  /** The other end does not speak RFB, so it is not a screen; `onScreenGone` follows. */
  readonly onNoScreen: () => void;
  /** The first byte from the screen has arrived. */
  readonly onFirstByte: () => void;
  /** Called once; no other event follows. */
  readonly onClosed: (code: number) => void;
}

interface ViewerOptions extends ViewerEvents {
  readonly stallMs: number;
  readonly buffers: ReadBuffers;
}

/**
 * A WebSocket and the connection to the screen that it watches. Accepts nothing from the viewer
 * until the screen is connected and has greeted: the worker chooses the address, and must not be
 * able to direct a viewer's bytes to something that is not a screen.
 */
export class Viewer {
  bytesToViewer = 0;
  bytesFromViewer = 0;
  /** Options with which the connection to the screen must read. */
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
  /**
   * When the viewer stopped accepting screen updates, and when the screen stopped accepting input.
   */
  #stalledAt: number | undefined;
  #blockedAt: number | undefined;
  #bytesThisSecond = 0;
  #isThrottled = false;
  /** Bytes of the greeting received so far, and when the rest became overdue. */
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
    // The 'close' event follows, with a code for the cause.
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      this.#screen?.destroy();
      this.#cleanUp?.();
      options.onClosed(this.#closing?.code ?? code);
    });
  }

  /** Whether the viewer is closed or closing. */
  get isClosing(): boolean {
    return this.#closing !== undefined || this.#socket.readyState !== this.#socket.OPEN;
  }

  /** Registers a clean-up for the end. Do not call once the viewer is closed. */
  whenClosed(cleanUp: () => void): void {
    this.#cleanUp = cleanUp;
  }

  /**
   * Forwards bytes both ways until one side ends. Takes ownership of the screen's socket, which
   * must be paused and use `reading`.
   */
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

  /**
   * The first call wins. A viewer that does not reply within the gateway's deadline is
   * disconnected.
   */
  close(closing: Closing): void {
    if (this.#closing !== undefined) return;
    this.#closing = closing;
    this.#screen?.destroy();
    // The reply must be read.
    this.#socket.resume();
    this.#socket.close(closing.code, closing.reason);
  }

  /** Closes the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Call every second: pings, and closes stalled connections. */
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
    // No pong can arrive from a viewer whose socket is paused.
    if (!this.#isAlive && this.#blockedAt === undefined) {
      this.terminate();
      return;
    }
    this.#isAlive = false;
    this.#pingedAt = now;
    this.#socket.ping();
  }

  /** Always returns true, to continue reading; pausing is done separately. */
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
    this.#buffers.queue(buffer);
    // The callback of this write releases the buffer; any earlier, a viewer could see another
    // viewer's screen.
    this.#socket.send(buffer.subarray(0, length), () => this.#onSent(buffer));
    const highWater = this.#buffers.allow(HIGH_WATER_BYTES);
    if (this.#socket.bufferedAmount > highWater && this.#stalledAt === undefined) {
      this.#stalledAt = performance.now();
      this.#screen?.pause();
    }
    return true;
  }

  /**
   * False for bytes that no screen starts with. Once the greeting is complete, the viewer may send.
   */
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

  /** Also called for data that could not be sent. */
  #onSent(buffer: Buffer): void {
    this.#buffers.dequeue(buffer);
    const lowWater = this.#buffers.allow(HIGH_WATER_BYTES) / LOW_WATER_PART;
    if (this.#stalledAt === undefined || this.#socket.bufferedAmount > lowWater) return;
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
      this.close({ code: CLOSE.notRfb, reason: 'Only binary messages are accepted.' });
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
