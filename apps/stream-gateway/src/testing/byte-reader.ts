/** Lets a test wait for so many bytes of a stream that comes in pieces of any size. */
export class ByteReader {
  #bytes = Buffer.alloc(0);
  #end: string | undefined;
  #wakeUp: (() => void) | undefined;

  add(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    this.#wakeUp?.();
  }

  /** `why` is told to who waits for more. */
  end(why: string): void {
    this.#end = why;
    this.#wakeUp?.();
  }

  async read(length: number): Promise<Buffer> {
    while (this.#bytes.length < length) {
      if (this.#end !== undefined) throw new Error(`${this.#end} before ${length} bytes had come.`);
      await new Promise<void>((resolve) => (this.#wakeUp = resolve));
    }
    const bytes = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return bytes;
  }
}
