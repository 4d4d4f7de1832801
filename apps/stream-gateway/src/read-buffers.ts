const SMALLEST = 4 * 1024;
const LARGEST = 256 * 1024;
const GROWTH = 4;
/** Limit per size, in bytes; the garbage collector frees the excess. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Pool of memory that sockets read into: new memory for every read cost half of the gateway's time
 * in garbage collection. A connection starts with a small buffer, so that a thousand idle viewers
 * need little.
 */
export class ReadBuffers {
  readonly #free = new Map<number, Buffer[]>();

  /** Owned by the caller until `release`. */
  acquire(size = SMALLEST): Buffer {
    return this.#free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  }

  /** Call once per buffer, and only when nobody reads from it or writes to it any longer. */
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
