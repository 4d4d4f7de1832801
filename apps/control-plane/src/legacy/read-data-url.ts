/** A file given as a URL or inline. */
export interface GivenFile {
  readonly body: Uint8Array;
  /** The given type; null when there was none. */
  readonly contentType: string | null;
}

const DATA_URL = /^data:([^,]*),(.*)$/is;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const WHITE_SPACE = /[\t\n\f\r ]/g;

/** Whether the text is the file itself, as a data URL or plain base64, and not an address. */
export function isInlineFile(text: string): boolean {
  return /^data:/i.test(text) || readPlainBase64(text) !== undefined;
}

/** Undefined when the text is not base64 with padding (RFC 4648); line breaks are ignored. */
export function readPlainBase64(text: string): GivenFile | undefined {
  const digits = text.replaceAll(WHITE_SPACE, '');
  if (digits === '' || digits.length % 4 !== 0 || !BASE64.test(digits)) return undefined;
  return { body: Buffer.from(digits, 'base64'), contentType: null };
}

/** Undefined when the text is not a data URL according to RFC 2397. */
export function readDataUrl(text: string): GivenFile | undefined {
  const [, head, data] = DATA_URL.exec(text) ?? [];
  if (head === undefined || data === undefined) return undefined;
  const isBase64 = /; *base64$/i.test(head);
  const contentType = head.replace(/; *base64$/i, '').trim() || null;
  const plain = decodePercents(data);
  if (!isBase64) return { body: plain, contentType };

  const digits = plain.toString('latin1').replaceAll(WHITE_SPACE, '');
  const hasWholeGroups = digits.replaceAll('=', '').length % 4 !== 1;
  if (!BASE64.test(digits) || !hasWholeGroups) return undefined;
  return { body: Buffer.from(digits, 'base64'), contentType };
}

const PERCENT = 0x25;

/**
 * Returns bytes, because escapes may encode anything. A percent sign that does not start an escape
 * is literal. Decodes in place: a text of many escapes would otherwise take a hundred times its
 * size.
 */
function decodePercents(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const escaped = byte === PERCENT ? escapedByte(bytes, at) : undefined;
    bytes[length] = escaped ?? byte;
    length += 1;
    if (escaped !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

function escapedByte(bytes: Buffer, at: number): number | undefined {
  const digits = bytes.toString('latin1', at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
