/**
 * Returns the name that a response gives to its file: from `Content-Disposition` or else from its
 * address. Not yet safe as a file name.
 */
export function filenameOfResponse(url: string, contentDisposition: string | undefined): string {
  return fromDisposition(contentDisposition ?? '') ?? fromAddress(url) ?? 'download';
}

function fromDisposition(value: string): string | undefined {
  // RFC 6266: the encoded form takes precedence over the plain one.
  const encoded = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(value)?.[1];
  if (encoded !== undefined) return decode(encoded.trim());
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain?.trim();
}

function fromAddress(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split('/').at(-1);
  return last === undefined || last === '' ? undefined : decode(last);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
