import { isInlineFile } from './read-data-url.ts';

const MAX_NAME_LENGTH = 100;
const MAX_TYPE_LENGTH = 200;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; *[\w-]+=(?:[\w.+-]+|"[^"]*"))*$/;

const ENDINGS: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
};

/**
 * The last part of the address without characters that file systems reject, or a name derived from
 * the position.
 */
export function nameFile(source: string, position: number, contentType: string): string {
  const [type = ''] = contentType.split(';');
  const fallback = `file-${position}${ENDINGS[type.trim().toLowerCase()] ?? ''}`;
  if (isInlineFile(source)) return fallback;
  const name = decode(URL.parse(source)?.pathname.split('/').at(-1) ?? '')
    .replaceAll(/[\p{C}\p{Z}/\\:*?"<>|]+/gu, '_')
    .replace(/^\.+/, '');
  // Counts code points, so that no character is cut in half.
  return Array.from(name).slice(-MAX_NAME_LENGTH).join('') || fallback;
}

/** Returns a media type that is safe to use as a header. */
export function readContentType(given: string | null): string {
  const isUsable = given !== null && given.length <= MAX_TYPE_LENGTH && MEDIA_TYPE.test(given);
  return isUsable ? given : 'application/octet-stream';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
