import type { JsonValue } from '@errand/foundation';

/** An integer with this many digits may be too large for a number to hold exactly. */
const LONG_INTEGER = /\d{16}/;
const JSON_TYPE = /^application\/(?:.*\+)?json\b/i;
const TEXTUAL = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript)\b)/i;

/**
 * A body as a value: JSON if it is JSON, otherwise text; undefined if neither. Integers that a
 * number cannot hold exactly become text. JSON is read as UTF-8 if it is valid UTF-8; other text in
 * the character set of the content type, or else as UTF-8 or windows-1252. Content of other types
 * counts as text only if it is UTF-8.
 */
export function bodyValue(content: Uint8Array, contentType = ''): JsonValue | undefined {
  const text = decode(content, contentType);
  if (text === undefined) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function parseJson(text: string): JsonValue {
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepInteger) : JSON.parse(text);
}

function keepInteger(_key: string, value: unknown, context?: { readonly source?: string }) {
  const { source = '' } = context ?? {};
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  return isExact || !/^-?\d+$/.test(source) ? value : source;
}

function decode(content: Uint8Array, contentType: string): string | undefined {
  for (const encoding of listEncodings(contentType)) {
    const text = decodeAs(encoding, content);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** JSON is in UTF-8 (RFC 8259, 8.1), even if a single-byte character set is declared. */
function listEncodings(contentType: string): readonly string[] {
  if (!TEXTUAL.test(contentType)) return ['utf-8'];
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const isUnicodeFirst = JSON_TYPE.test(contentType) && !/^utf-?(?:16|32)/i.test(declared);
  return [...(isUnicodeFirst ? ['utf-8'] : []), declared, 'utf-8', 'windows-1252'];
}

/** Undefined if the encoding is unknown or the content is not valid in it. */
function decodeAs(encoding: string, content: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (error) {
    // In tests the error comes from another realm, so `instanceof` does not work.
    if (Error.isError(error) && ['RangeError', 'TypeError'].includes(error.name)) return undefined;
    throw error;
  }
}
