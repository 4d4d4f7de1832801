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

/**
 * Returns bytes, because escapes may encode anything. A percent sign that does not start an escape
 * is literal.
 */
function decodePercents(text: string): Buffer {
  const parts = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    parts.map((part) =>
      /^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part),
    ),
  );
}
