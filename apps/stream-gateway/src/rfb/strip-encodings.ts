/**
 * With any of these encodings the server may offer an extension that the filter does not know, and
 * a client that uses it sends messages in a different format: the stream could no longer be parsed.
 */
const STRIPPED: ReadonlySet<number> = new Set([
  -316, // ExtendedMouseButtons: PointerEvent of seven bytes
  -309, // xvp: shut down and restart the machine
  -305, // gii: input devices of the client
  -259, // QEMU audio
  0xc0_a1_e5_ce | 0, // extended clipboard
]);

/** The SetEncodings message without dangerous encodings; undefined if it has none to remove. */
export function stripEncodings(message: Buffer): Buffer | undefined {
  const kept: number[] = [];
  for (let at = 4; at < message.length; at += 4) {
    const encoding = message.readInt32BE(at);
    if (!STRIPPED.has(encoding)) kept.push(encoding);
  }
  const length = 4 + 4 * kept.length;
  if (length === message.length) return undefined;
  const stripped = Buffer.alloc(length);
  message.copy(stripped, 0, 0, 2);
  stripped.writeUInt16BE(kept.length, 2);
  for (const [index, encoding] of kept.entries()) stripped.writeInt32BE(encoding, 4 + 4 * index);
  return stripped;
}
