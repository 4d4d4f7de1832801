/** A file that was given by address or in the request. */
export interface GivenFile {
  readonly body: Uint8Array;
  /** As given; null when none was. */
  readonly contentType: string | null;
}

const DATA_URL = /^data:([^,]*),(.*)$/is;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Undefined when the text is no data URL as RFC 2397 has it. */
export function readDataUrl(text: string): GivenFile | undefined {
  const [, head, data] = DATA_URL.exec(text) ?? [];
  if (head === undefined || data === undefined) return undefined;
  const isBase64 = /; *base64$/i.test(head);
  const contentType = head.replace(/; *base64$/i, '').trim() || null;
  const plain = decodePercents(data);
  if (!isBase64) return { body: plain, contentType };

  const digits = plain.toString('latin1').replaceAll(/[\t\n\f\r ]/g, '');
  const hasWholeGroups = digits.replaceAll('=', '').length % 4 !== 1;
  if (!BASE64.test(digits) || !hasWholeGroups) return undefined;
  return { body: Buffer.from(digits, 'base64'), contentType };
}

/** Bytes, not text: what is escaped may be anything. A percent sign that begins no escape stands for itself. */
function decodePercents(text: string): Buffer {
  const parts = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    parts.map((part) =>
      /^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part),
    ),
  );
}
