import { setTimeout as delay } from 'node:timers/promises';
import type { Closing } from './close-codes.ts';
import type { Viewer } from './viewer.ts';

const TICK_MS = 1_000;
/** Longer than the deadline of the close handshake. */
const GONE_DEADLINE_MS = 4_000;

export interface Bytes {
  readonly toViewers: number;
  readonly fromViewers: number;
}

/** All viewers of this gateway, served by one timer. */
export class Viewers implements Disposable {
  readonly #open = new Set<Viewer>();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS);
  #bytesOfClosed: Bytes = { toViewers: 0, fromViewers: 0 };
  #allGone: (() => void) | undefined;
  readonly #onChange: () => void;

  /** Calls `onChange` when a viewer comes or leaves. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Total since the gateway started. */
  get bytes(): Bytes {
    let total = this.#bytesOfClosed;
    for (const viewer of this.#open) total = plus(total, viewer);
    return total;
  }

  add(viewer: Viewer): void {
    this.#open.add(viewer);
    this.#onChange();
  }

  remove(viewer: Viewer): void {
    if (!this.#open.delete(viewer)) return;
    this.#onChange();
    this.#bytesOfClosed = plus(this.#bytesOfClosed, viewer);
    if (this.#open.size === 0) this.#allGone?.();
  }

  /**
   * Closes all viewers, spread evenly over `durationMs`, and resolves when they are gone;
   * terminates the rest.
   */
  async closeAll(closing: Closing, durationMs: number): Promise<void> {
    const viewers = [...this.#open];
    const startedAt = performance.now();
    for (const [index, viewer] of viewers.entries()) {
      const dueMs = (index * durationMs) / viewers.length;
      const waitMs = dueMs - (performance.now() - startedAt);
      if (waitMs > 1) await delay(waitMs);
      viewer.close(closing);
    }
    await this.#untilGone();
    for (const viewer of this.#open) viewer.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const viewer of this.#open) viewer.terminate();
  }

  async #untilGone(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#allGone = resolve;
    const timer = setTimeout(resolve, GONE_DEADLINE_MS);
    await promise;
    clearTimeout(timer);
  }

  #tick(): void {
    const now = performance.now();
    for (const viewer of this.#open) viewer.tick(now);
  }
}

function plus(total: Bytes, { bytesToViewer, bytesFromViewer }: Viewer): Bytes {
  return {
    toViewers: total.toViewers + bytesToViewer,
    fromViewers: total.fromViewers + bytesFromViewer,
  };
}
