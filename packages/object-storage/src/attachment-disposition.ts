import { create } from 'content-disposition';

const MAX_FILENAME_LENGTH = 200;

/**
 * Returns an ASCII-only Content-Disposition header (RFC 6266), which every store can forward: the
 * full name as `filename*`, plus a plain one for old clients where they differ.
 */
export function attachmentDisposition(filename: string): string {
  const name = safeFilename(filename);
  return create(name, { fallback: asciiFilename(name) });
}

/** Returns a name that is not a path and is safe in file systems and headers. */
function safeFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')
    .trim();
  return shorten(name) || 'download';
}

/** Keeps the extension, which shows the file type. */
function shorten(name: string): string {
  if (name.length <= MAX_FILENAME_LENGTH) return name;
  const ending = /\.\w{1,16}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, MAX_FILENAME_LENGTH - ending.length).toWellFormed()}${ending}`;
}

function asciiFilename(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, '_')
    .replaceAll(/[/\\]/g, '_');
}
