import type { ErrandSchemas } from '@errand/client';

type InputFiles = ErrandSchemas['GivenInputFiles'];

/**
 * Reads the chosen files in the API's format. An empty file field has one entry without a name.
 * Throws an error for the user when one of `needed` is missing.
 */
export async function readInputFiles(
  chosen: readonly FormDataEntryValue[],
  needed: readonly string[],
): Promise<InputFiles> {
  const files = chosen.filter((entry) => entry instanceof File && entry.name !== '') as File[];
  const missing = needed.filter((name) => files.every((file) => file.name !== name));
  if (missing.length > 0) throw new Error(`Files lacks ${missing.join(', ')}: choose all of them.`);
  return Promise.all(
    files.map(async (file) => ({ name: file.name, content_base64: await toBase64(file) })),
  );
}

/** In a data URL, the content follows the comma. */
function toBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    const { result } = reader;
    resolve(typeof result === 'string' ? (result.split(',')[1] ?? '') : '');
  });
  reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
  reader.readAsDataURL(file);
  return promise;
}
