import type { Socket } from 'node:net';
import { joinSockets } from './join-sockets.ts';
import type { VncServer } from './vnc-server.ts';

/** Lets a reconnecting viewer find the server still running. */
const IDLE_MS = 5_000;

/**
 * One VNC server shared by all viewers: starts with the first, ends a few seconds after the last.
 */
export class SharedVncServer implements AsyncDisposable {
  readonly #start: () => Promise<VncServer>;
  #running: Promise<VncServer> | undefined;
  readonly #ending = new Set<Promise<void>>();
  #viewers = 0;
  #stops = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Promise<VncServer>) {
    this.#start = start;
  }

  /** Connects a viewer until it leaves or the server ends. Throws when no server can be started. */
  async serve(viewer: Socket): Promise<void> {
    clearTimeout(this.#idle);
    this.#viewers += 1;
    try {
      await joinSockets(viewer, await this.#connect());
    } finally {
      this.#viewers -= 1;
      if (this.#viewers === 0 && this.#running) {
        this.#idle = setTimeout(() => void this.stop(), IDLE_MS);
      }
    }
  }

  /** Ends the server and its connections. The next viewer starts a new one. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    this.#stops += 1;
    if (this.#running) this.#forget(this.#running);
    await Promise.all(this.#ending);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #connect(): Promise<Socket> {
    const known = this.#running;
    const stops = this.#stops;
    try {
      return await (await (known ?? this.#startOne())).connect();
    } catch (error) {
      if (!known || stops !== this.#stops) throw error;
      // The server has just died, and its exit has not been noticed yet.
      this.#forget(known);
      return await (await (this.#running ?? this.#startOne())).connect();
    }
  }

  #startOne(): Promise<VncServer> {
    const starting = this.#start();
    this.#running = starting;
    const forget = (): void => this.#forget(starting);
    // The caller that awaits the start handles its error.
    starting.then(({ exited }) => exited).then(forget, forget);
    return starting;
  }

  #forget(running: Promise<VncServer>): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#endLater(running);
  }

  #endLater(running: Promise<VncServer>): void {
    const ending = running
      .then(
        (server) => server[Symbol.asyncDispose](),
        () => undefined,
      )
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
