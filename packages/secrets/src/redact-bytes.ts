import { isUtf8 } from 'node:buffer';
import type { Redactor } from './redactor.ts';
import {
  brokenUtf8,
  type Encoding,
  utf16be,
  utf16le,
  utf8,
  windows1252,
} from './text-encodings.ts';

/** With a larger share of control characters, content is not text. */
const CONTROL_SHARE = 0.01;
/** Tab, line feed, form feed, carriage return, escape. */
const CONTROLS_OF_TEXT: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

/**
 * Redacts text in UTF-8, UTF-16 of either byte order, Windows-1252 or Latin-1, whatever its server
 * declares. ASCII secrets are found in every encoding that extends ASCII, such as Shift_JIS.
 * Other content, such as images and PDFs, is returned unchanged, and so are bytes that are not part
 * of a secret.
 */
export function redactBytes(content: Uint8Array, redact: Redactor): Uint8Array {
  let bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (const { decode, encode } of encodingsOf(bytes)) {
    const text = decode(bytes);
    const redacted = redact(text);
    if (redacted !== text) bytes = encode(redacted);
  }
  return bytes;
}

/** Returns all possible encodings if the bytes do not reveal which: a wrong one shows no secret. */
function encodingsOf(bytes: Buffer): readonly Encoding[] {
  const mark = bytes.toString('hex', 0, 2);
  if (mark === 'fffe' && isMostlyText(utf16le.decode(bytes))) return [utf16le];
  if (mark === 'feff' && isMostlyText(utf16be.decode(bytes))) return [utf16be];
  const narrow = isUtf8(bytes) ? [utf8] : isNarrowText(bytes) ? [brokenUtf8, windows1252] : [];
  // ASCII in UTF-16 has zero bytes, and is valid UTF-8.
  if (!bytes.includes(0)) return narrow;
  return [...narrow, ...[utf16le, utf16be].filter(({ decode }) => isWideText(decode(bytes)))];
}

function isWideText(text: string): boolean {
  return text.isWellFormed() && isMostlyText(text);
}

function isNarrowText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return !text.startsWith('%PDF-') && isMostlyText(text);
}

/** Tolerates a few control characters, such as the end of a file in DOS. */
function isMostlyText(text: string): boolean {
  if (text.includes('\0')) return false;
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 && !CONTROLS_OF_TEXT.has(unit)) controls += 1;
  }
  return controls <= Math.max(1, text.length * CONTROL_SHARE);
}
