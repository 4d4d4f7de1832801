import { inflateSync } from 'node:zlib';

/** Limit on the total size of a file's unpacked streams; protects against decompression bombs. */
const MAX_UNPACKED_BYTES = 256 * 1024 ** 2;
const MAX_STREAM_BYTES = 64 * 1024 ** 2;
const PRINTABLE = /[\t\n\r\u0020-\u007E\u00A0-\u00FF]{4,}/g;
const WIDE = /(?:\0[\t\n\r\u0020-\u007E]){4,}/g;
const LITERALS = /\((?:[^()\\]|\\[\s\S])*\)/g;
const HEX_TEXTS = /<([0-9A-Fa-f\s]{8,})>/g;
const ESCAPES = /\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g;
const meanings: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * Finds texts in the raw bytes of a PDF, whatever its structure: in the file and in its compressed
 * streams, as plain bytes, literals and hexadecimal strings, in one byte per character and in
 * UTF-16. A PDF reader would skip unreferenced content such as earlier versions.
 */
export function findStoredTexts(content: Buffer): string[] {
  let left = MAX_UNPACKED_BYTES;
  const texts = textsOfBytes(content);
  for (const stream of findStreams(content)) {
    if (left <= 0) break;
    const unpacked = unpack(stream, Math.min(left, MAX_STREAM_BYTES));
    if (!unpacked) continue;
    left -= unpacked.byteLength;
    texts.push(...textsOfBytes(unpacked));
  }
  return texts;
}

function* findStreams(content: Buffer): Generator<Buffer> {
  for (let at = content.indexOf('stream'); at !== -1; at = content.indexOf('stream', at + 6)) {
    if (content.subarray(at - 3, at).toString('latin1') === 'end') continue;
    let start = at + 6;
    if (content[start] === 0x0d) start += 1;
    if (content[start] === 0x0a) start += 1;
    const end = content.indexOf('endstream', start);
    yield content.subarray(start, end === -1 ? content.length : end);
  }
}

/**
 * Returns undefined for a stream with another compression, and the readable start of a damaged one.
 */
function unpack(stream: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(stream, { maxOutputLength, finishFlush: 2 });
  } catch {
    return undefined;
  }
}

function textsOfBytes(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const inLiterals = (text.match(LITERALS) ?? []).map(readLiteral);
  const inHex = [...text.matchAll(HEX_TEXTS)].map(([, digits = '']) =>
    Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1'),
  );
  return [text, ...inLiterals, ...inHex].flatMap((part) => [
    ...(part.match(PRINTABLE) ?? []),
    ...wideTexts(part),
  ]);
}

function readLiteral(literal: string): string {
  return literal.slice(1, -1).replaceAll(ESCAPES, (_match, octal?: string, sign?: string) => {
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) % 256);
    if (sign === '\n' || sign === '\r' || sign === '\r\n') return '';
    return meanings[sign ?? ''] ?? sign ?? '';
  });
}

/**
 * UTF-16 texts, which PDF writes with the high byte first; only those whose characters fit in one
 * byte.
 */
function wideTexts(bytes: string): string[] {
  return (bytes.match(WIDE) ?? []).map((text) => text.replaceAll('\0', ''));
}
