import type { Imported } from '@errand/importers';
import { whyNotImported } from './why-not-imported.ts';

/** Larger files are not recordings. */
const MAX_BYTES = 5_000_000;

// crypto.randomUUID exists only on https pages.
let lastId = 0;

export interface ReadFile {
  readonly id: string;
  readonly name: string;
  /** Undefined if the kind is unknown or the file is too large. */
  readonly imported: Imported | undefined;
  /** Why the file was not read. */
  readonly refusal?: string;
}

/** Reads files and converts them into automations. */
export async function readFiles(files: readonly File[]): Promise<ReadFile[]> {
  // The importers are loaded only when there is something to import.
  const { importAny } = await import('@errand/importers');
  const read: ReadFile[] = [];
  for (const file of files) {
    const named = { id: String(++lastId), name: file.name };
    if (file.size > MAX_BYTES) {
      const refusal = `It has ${file.size} bytes: a recording has at most ${MAX_BYTES}.`;
      read.push({ ...named, imported: undefined, refusal });
      continue;
    }
    const text = await file.text();
    const imported = importAny(text, file.name);
    const refusal = imported ? {} : { refusal: whyNotImported(text, file.name) };
    read.push({ ...named, imported, ...refusal });
  }
  return read;
}
