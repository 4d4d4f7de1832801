import { create } from 'content-disposition';

const maxFilenameLength = 200;

/**
 * A Content-Disposition header of ASCII only (RFC 6266), which every store can hand on:
 * the name in full as `filename*`, and a plain one for old clients where they differ.
 */
export function attachmentDisposition(filename: string): string {
  const name = safeFilename(filename);
  return create(name, { fallback: asciiFilename(name) });
}

/** A name is no path, and holds nothing that a file system or a header would take amiss. */
function safeFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')
    .trim();
  return shorten(name) || 'download';
}

/** Keeps the ending, which tells the kind of file. */
function shorten(name: string): string {
  if (name.length <= maxFilenameLength) return name;
  const ending = /\.\w{1,16}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, maxFilenameLength - ending.length).toWellFormed()}${ending}`;
}

function asciiFilename(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, '_')
    .replaceAll(/[/\\]/g, '_');
}
