const SMALLEST = 1024;
const LARGEST = 256 * 1024;
const GROWTH = 4;
/** Limit per size, in bytes; the garbage collector frees the excess. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** A quarter of the memory that the chart and the Compose file give a gateway. */
const QUEUE_BYTES = 128 * 1024 * 1024;
/** Limit per viewer, once the queues of all viewers together exceed QUEUE_BYTES. */
const SHORT_BYTES = 64 * 1024;

/**
 * Pool of memory that sockets read into: new memory for every read cost half of the gateway's time
 * in garbage collection. A connection starts with a small buffer, so that a thousand idle viewers
 * need little. Counts what waits for viewers, so that many stalled ones cannot take all memory.
 */
export class ReadBuffers {
  readonly #free = new Map<number, Buffer[]>();
  readonly #queueBytes: number;
  #queued = 0;

  /** `queueBytes`: how much may wait for all viewers before each gets less. */
  constructor(queueBytes = QUEUE_BYTES) {
    this.#queueBytes = queueBytes;
  }

  /** Owned by the caller until `release`. May be smaller than requested. */
  acquire(wanted = SMALLEST): Buffer {
    const size = this.allow(wanted);
    return this.#free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  }

  /** Returns how many bytes may wait for a viewer: what it wants, or less if memory is short. */
  allow(wanted: number): number {
    return this.#queued > this.#queueBytes ? Math.min(wanted, SHORT_BYTES) : wanted;
  }

  /** Counts a buffer that waits for its viewer, until `dequeue`. */
  queue(buffer: Buffer): void {
    this.#queued += buffer.length;
  }

  /** Releases a buffer that has been sent or never will be. */
  dequeue(buffer: Buffer): void {
    this.#queued -= buffer.length;
    this.release(buffer);
  }

  /** Call once per buffer, and only when it is no longer being read or written. */
  release(buffer: Buffer): void {
    const kept = this.#free.get(buffer.length) ?? [];
    if (kept.length * buffer.length < MAX_KEPT_BYTES) kept.push(buffer);
    this.#free.set(buffer.length, kept);
  }
}

/**
 * Returns the size of the next read: larger when the last one filled its buffer, smaller after a
 * few bytes.
 */
export function nextReadSize(size: number, bytesRead: number): number {
  if (bytesRead === size) return Math.min(size * GROWTH, LARGEST);
  return bytesRead * GROWTH * 2 < size ? Math.max(size / GROWTH, SMALLEST) : size;
}
