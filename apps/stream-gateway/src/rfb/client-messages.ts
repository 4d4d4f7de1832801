import { RfbViolationError } from './rfb-violation-error.ts';

/**
 * - `pass`: requests updates; harmless in both modes
 * - `strip`: passes without encodings that would let the client use more than this table
 * - `key`, `pointer`: input; dropped in view mode, filtered in control mode
 * - `drop`: never passes
 */
type Rule = 'pass' | 'strip' | 'key' | 'qemu-key' | 'pointer' | 'drop';

export interface ClientMessage {
  /** Name in the RFB specification; also the label in the counter of dropped messages. */
  readonly name: string;
  readonly rule: Rule;
  /** Number of bytes needed to know the message's length. */
  readonly headerBytes: number;
  /** Length of the whole message. Reads only its header. Throws RfbViolationError. */
  readonly lengthOf: (source: Buffer, at: number) => number;
}

/** Largest fence that TigerVNC accepts; messages that pass are held until complete. */
const MAX_FENCE_BYTES = 64;
/** noVNC requests about 20. */
const MAX_ENCODINGS = 256;

const MESSAGES: ReadonlyMap<number, ClientMessage> = new Map([
  [0, fixed('SetPixelFormat', 'pass', 20)],
  [2, { name: 'SetEncodings', rule: 'strip', headerBytes: 4, lengthOf: encodingsLength }],
  [3, fixed('FramebufferUpdateRequest', 'pass', 10)],
  [4, fixed('KeyEvent', 'key', 8)],
  [5, fixed('PointerEvent', 'pointer', 6)],
  // A negative length marks the extended clipboard.
  [6, { name: 'ClientCutText', rule: 'drop', headerBytes: 8, lengthOf: cutTextLength }],
  [150, fixed('EnableContinuousUpdates', 'pass', 10)],
  [248, { name: 'ClientFence', rule: 'pass', headerBytes: 9, lengthOf: fenceLength }],
  [250, fixed('xvp', 'drop', 4)],
  [251, { name: 'SetDesktopSize', rule: 'drop', headerBytes: 8, lengthOf: desktopSizeLength }],
  [255, { name: 'QEMUKeyEvent', rule: 'qemu-key', headerBytes: 2, lengthOf: qemuLength }],
]);

/**
 * Returns the message with this first byte. Throws RfbViolationError for a type that no viewer
 * needs.
 */
export function getClientMessage(type: number): ClientMessage {
  const message = MESSAGES.get(type);
  if (message) return message;
  throw new RfbViolationError(`RFB message type ${type} is not allowed.`);
}

function fixed(name: string, rule: Rule, length: number): ClientMessage {
  return { name, rule, headerBytes: 1, lengthOf: () => length };
}

function encodingsLength(source: Buffer, at: number): number {
  const count = source.readUInt16BE(at + 2);
  if (count <= MAX_ENCODINGS) return 4 + 4 * count;
  throw new RfbViolationError(`${count} encodings are too many: ${MAX_ENCODINGS} at most.`);
}

function cutTextLength(source: Buffer, at: number): number {
  return 8 + Math.abs(source.readInt32BE(at + 4));
}

function fenceLength(source: Buffer, at: number): number {
  const length = source.readUInt8(at + 8);
  if (length <= MAX_FENCE_BYTES) return 9 + length;
  throw new RfbViolationError(
    `A fence of ${length} bytes is too long: ${MAX_FENCE_BYTES} at most.`,
  );
}

function desktopSizeLength(source: Buffer, at: number): number {
  return 8 + 16 * source.readUInt8(at + 6);
}

function qemuLength(source: Buffer, at: number): number {
  const kind = source.readUInt8(at + 1);
  if (kind === 0) return 12;
  throw new RfbViolationError(`QEMU message ${kind} is not allowed: only key events are.`);
}
