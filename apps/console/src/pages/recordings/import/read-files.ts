import type { Imported } from '@errand/importers';

/** Larger files are not recordings. */
const MAX_BYTES = 5_000_000;

// crypto.randomUUID exists only on https pages.
let lastId = 0;

export interface ReadFile {
  readonly id: string;
  readonly name: string;
  /** Undefined if the kind is unknown. */
  readonly imported: Imported | undefined;
}

/** Reads files and converts them into automations. Throws if one is too large. */
export async function readFiles(files: readonly File[]): Promise<ReadFile[]> {
  // The importers are loaded only when there is something to import.
  const { importAny } = await import('@errand/importers');
  const read: ReadFile[] = [];
  for (const file of files) {
    if (file.size > MAX_BYTES) {
      throw new Error(
        `"${file.name}" has ${file.size} bytes: a recording has at most ${MAX_BYTES}.`,
      );
    }
    const imported = importAny(await file.text(), file.name);
    read.push({ id: String(++lastId), name: file.name, imported });
  }
  return read;
}
