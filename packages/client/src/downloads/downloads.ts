import { saveFile } from '#save-file';
import type { ErrandSchemas } from '../api-schemas.ts';
import { DownloadError } from '../errors.ts';
import { openLimit } from '../transport/open-limit.ts';

type Download = ErrandSchemas['Download'];

/** How long a download may go without progress. */
const SILENCE_MS = 60_000;
/** Maximum bytes of a name before its last dot, and from the dot on; file systems allow 255. */
const MAX_STEM = 200;
const MAX_EXTENSION = 40;

interface Options {
  readonly signal?: AbortSignal | undefined;
}

export interface SavedFile {
  /** Where the file was saved. */
  readonly path: string;
  readonly download: Download;
}

export interface Downloads {
  /** The files of a task with their short-lived URLs. */
  readonly list: (taskId: string, options?: Options) => Promise<Download[]>;
  /**
   * Node only: saves every file of a task below a directory, which is created if it is missing. It
   * replaces files of the same name; with `keepsOthers`, a file with different content is kept, and
   * the new one gets a number. A file gets its name once it is complete. Throws DownloadError.
   */
  readonly save: (
    taskId: string,
    directory: string,
    options?: Options & { readonly keepsOthers?: boolean | undefined },
  ) => Promise<SavedFile[]>;
  /** Returns a file in memory, as browsers use it. Throws DownloadError. */
  readonly blob: (download: Download, options?: Options) => Promise<Blob>;
}

interface DownloadParts {
  readonly fetch: typeof globalThis.fetch;
  readonly list: Downloads['list'];
}

export function createDownloads({ fetch, list }: DownloadParts): Downloads {
  const read = (download: Download, signal: AbortSignal | undefined) =>
    readFile(fetch, download, signal);
  return {
    list,
    async save(taskId, directory, { signal, keepsOthers = false } = {}) {
      const saved: SavedFile[] = [];
      const names = new Set<string>();
      for (const download of await list(taskId, { signal })) {
        const path = await saveFile({
          directory,
          names: freeNames(plainName(download.filename), names),
          replaces: !keepsOthers,
          chunks: read(download, signal),
        });
        saved.push({ path, download });
      }
      return saved;
    },
    async blob(download, { signal } = {}) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of read(download, signal)) chunks.push(chunk);
      return new Blob(chunks, { type: download.content_type });
    },
  };
}

/** Yields the bytes of a file; throws unless there are as many as announced. */
async function* readFile(
  fetch: typeof globalThis.fetch,
  { url, filename, size }: Download,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const limit = openLimit(signal, SILENCE_MS);
  const failed = (why: string, cause?: unknown): DownloadError =>
    new DownloadError(`The file "${filename}" could not be fetched: ${why}`, { cause });
  let received = 0;
  try {
    const response = await fetch(url, { signal: limit.signal });
    if (!response.ok || !response.body) {
      const code = response.headers.get('x-error-code');
      throw failed(
        `${response.status}${code === null ? '' : ` ${code}`}. List the files again for new URLs.`,
      );
    }
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      limit.restart();
      received += value.byteLength;
      if (received > size) throw failed(`it has more than the ${size} bytes announced.`);
      yield value;
      limit.restart();
    }
    if (received !== size) throw failed(`it has ${received} of ${size} bytes.`);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    throw failed(`it broke off after ${received} of ${size} bytes.`, error);
  } finally {
    limit.stop();
  }
}

/** Removes from the name whatever leads out of the directory, misleads, or is too long. */
function plainName(filename: string): string {
  const name = filename
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replaceAll(/^\.+|[. ]+$/g, '_');
  const [stem, extension] = splitName(name);
  return shorten(stem, MAX_STEM) + shorten(extension, MAX_EXTENSION) || '_';
}

/**
 * Yields the name, and the name with numbers, unless the task has another file of that name. Takes
 * what it yields.
 */
function* freeNames(name: string, taken: Set<string>): Generator<string, void> {
  const [stem, extension] = splitName(name);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem} (${number})${extension}`;
    const key = free.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    yield free;
  }
}

function splitName(name: string): [string, string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** Returns as many whole characters as fit. */
function shorten(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  let left = bytes;
  let short = '';
  for (const character of text) {
    left -= encoder.encode(character).length;
    if (left < 0) break;
    short += character;
  }
  return short;
}
