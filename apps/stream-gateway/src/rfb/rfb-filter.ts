import { ByteRanges } from './byte-ranges.ts';
import { getClientMessage, type ClientMessage } from './client-messages.ts';
import { KeyFence, type KeyPress } from './key-fence.ts';
import { RfbViolationError } from './rfb-violation-error.ts';
import { stripEncodings } from './strip-encodings.ts';

const VERSION = 'RFB 003.008\n';
const SECURITY_NONE = 1;
const SHARED = Buffer.from([1]);
const NOTHING = Buffer.alloc(0);
/**
 * Left button and wheel. The other buttons open menus of browser and desktop, paste, or open tabs.
 */
const ALLOWED_BUTTONS = 0b0111_1001;

export interface RfbFilterOptions {
  readonly mode: 'view' | 'control';
  /** Called with the name of each dropped message. */
  readonly onDropped: (name: string) => void;
}

/**
 * Filters what a viewer sends to a VNC server, in both modes with an allow-list on the byte stream,
 * so WebSocket message boundaries do not matter. Buffers at most one incomplete message (about a
 * kilobyte).
 */
export class RfbFilter {
  readonly #options: RfbFilterOptions;
  readonly #fence = new KeyFence();
  #stage: 'version' | 'security' | 'sharing' | 'messages' = 'version';
  #rest = NOTHING;
  /** Remaining bytes of a message that is dropped. */
  #skip = 0;

  constructor(options: RfbFilterOptions) {
    this.#options = options;
  }

  /**
   * Returns the bytes to forward, which may share memory with `chunk`. Throws RfbViolationError; do
   * not use the filter after that.
   */
  push(chunk: Buffer): Buffer {
    const source = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const output = new ByteRanges(source);
    let at = 0;
    for (;;) {
      const next = this.#step(source, at, output);
      if (next === undefined) break;
      at = next;
    }
    // A copy: the chunk may be a small part of a large buffer.
    this.#rest = at === source.length ? NOTHING : Buffer.from(source.subarray(at));
    return output.join();
  }

  /** Reads one item and returns the position after it; undefined when bytes are missing. */
  #step(source: Buffer, at: number, output: ByteRanges): number | undefined {
    if (at === source.length) return undefined;
    if (this.#stage !== 'messages') return this.#greet(source, at, output);
    if (this.#skip === 0) return this.#readMessage(source, at, output);
    const skipped = Math.min(this.#skip, source.length - at);
    this.#skip -= skipped;
    return at + skipped;
  }

  #greet(source: Buffer, at: number, output: ByteRanges): number | undefined {
    if (this.#stage === 'version') return this.#readVersion(source, at, output);
    if (this.#stage === 'security') {
      const type = source.readUInt8(at);
      if (type !== SECURITY_NONE) {
        throw new RfbViolationError(`RFB security type ${type} is not offered: use 1 (None).`);
      }
      output.keep(at, at + 1);
      this.#stage = 'sharing';
    } else {
      // A client with exclusive access would disconnect the others.
      output.insert(SHARED);
      this.#stage = 'messages';
    }
    return at + 1;
  }

  #readVersion(source: Buffer, at: number, output: ByteRanges): number | undefined {
    const end = at + VERSION.length;
    const text = source.toString('latin1', at, Math.min(end, source.length));
    if (!VERSION.startsWith(text))
      throw new RfbViolationError('Only RFB version 3.8 is supported.');
    if (source.length < end) return undefined;
    output.keep(at, end);
    this.#stage = 'security';
    return end;
  }

  #readMessage(source: Buffer, at: number, output: ByteRanges): number | undefined {
    const message = getClientMessage(source.readUInt8(at));
    if (source.length - at < message.headerBytes) return undefined;
    const length = message.lengthOf(source, at);
    if (this.#isDropped(message)) {
      this.#options.onDropped(message.name);
      this.#skip = length;
      return at;
    }
    const end = at + length;
    if (source.length < end) return undefined;
    if (message.rule === 'pass') output.keep(at, end);
    else this.#rewrite(message, source.subarray(at, end), output);
    return end;
  }

  #isDropped({ rule }: ClientMessage): boolean {
    if (rule === 'pass' || rule === 'strip') return false;
    return rule === 'drop' || this.#options.mode === 'view';
  }

  #rewrite({ rule, name }: ClientMessage, message: Buffer, output: ByteRanges): void {
    if (rule === 'strip') output.insert(stripEncodings(message) ?? message);
    else if (rule === 'pointer') output.insert(withAllowedButtons(message));
    else {
      // A QEMU key code is not forwarded, because its meaning depends on the keyboard layout of the
      // remote screen.
      const isQemu = rule === 'qemu-key';
      const keysym = message.readUInt32BE(4);
      const isDown = isQemu ? message.readUInt16BE(2) !== 0 : message.readUInt8(1) !== 0;
      const presses = this.#fence.translate({ keysym, isDown });
      if (presses.length === 0) this.#options.onDropped(name);
      for (const press of presses) output.insert(writeKeyEvent(press));
    }
  }
}

function withAllowedButtons(message: Buffer): Buffer {
  const allowed = Buffer.from(message);
  allowed.writeUInt8(message.readUInt8(1) & ALLOWED_BUTTONS, 1);
  return allowed;
}

function writeKeyEvent({ keysym, isDown }: KeyPress): Buffer {
  const event = Buffer.alloc(8);
  event.writeUInt8(4, 0);
  event.writeUInt8(isDown ? 1 : 0, 1);
  event.writeUInt32BE(keysym, 4);
  return event;
}
