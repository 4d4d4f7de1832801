import { extensionOfType } from './content-type.ts';
import { filenameOfResponse } from './filename-of-response.ts';
import { extensionOf, safeFilename } from './safe-filename.ts';

/**
 * Returns a safe name for a file fetched over HTTP: from its header or its address; with the
 * extension of its type if the name has none.
 */
export function nameOfAnswer(url: string, headers: Readonly<Record<string, string>>): string {
  const name = safeFilename(filenameOfResponse(url, headers['content-disposition']));
  if (extensionOf(name) !== '') return name;
  return `${name}${extensionOfType(headers['content-type'] ?? '')}`;
}
