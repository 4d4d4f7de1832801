import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { ObjectNotFoundError, ObjectStorageUnavailableError } from '../object-storage-errors.ts';
import { ObjectSizeError } from '../object-storage-errors.ts';
import type { ListedObject } from '../object-storage.ts';
import { listObjectFiles } from './list-object-files.ts';
import { openObjectFile, writeObjectFile, type OpenObject } from './object-file.ts';

interface NewObject {
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Required number of bytes. Default: any number. */
  readonly size?: number | undefined;
}

/** Objects stored as files. The caller validates keys. Throws ObjectStorageUnavailableError. */
export interface ObjectDirectory {
  /** Throws ObjectNotFoundError. */
  readonly open: (key: string) => Promise<OpenObject>;
  /** Replaces an object atomically once it is complete. Throws ObjectSizeError. */
  readonly write: (key: string, object: NewObject) => Promise<void>;
  /** Throws ObjectNotFoundError. */
  readonly move: (from: string, to: string) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  readonly deletePrefix: (prefix: string) => Promise<void>;
  readonly list: (prefix: string) => AsyncIterable<ListedObject>;
  readonly checkHealth: () => Promise<void>;
}

// Minimum age of leftovers from killed processes; no upload takes a day.
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const absentCodes: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/**
 * Opens a directory. `objects/` stores `tasks/1/report.pdf` as `tasks.d/1.d/report.pdf.object`, so
 * that one key may be a prefix of another; `uploads/` holds unfinished writes.
 */
export async function openObjectDirectory(directory: string): Promise<ObjectDirectory> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const root = await realpath(directory);
  const objects = join(root, 'objects');
  const uploads = join(root, 'uploads');
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  await removeAbandoned(uploads);

  return {
    open: (key) =>
      attempt(`read "${key}"`, async () => {
        const path = join(objects, fileName(key));
        return unlessAbsent(key, path, () => openObjectFile(path));
      }),
    write: (key, object) =>
      attempt(`write "${key}"`, async () => {
        const upload = join(uploads, randomUUID());
        await writeObjectFile(upload, object);
        await publish(upload, join(objects, fileName(key)));
      }),
    move: (from, to) =>
      attempt(`move "${from}"`, async () => {
        const path = join(objects, fileName(from));
        const target = join(objects, fileName(to));
        await makeFolderOf(target);
        // In one rename: the object is always at one of the keys, even if this process dies.
        await unlessAbsent(from, path, () => rename(path, target));
      }),
    delete: (key) =>
      attempt(`delete "${key}"`, async () => {
        const path = join(objects, fileName(key));
        if (!(await hasSymbolicLink(dirname(path)))) await rm(path, { force: true });
      }),
    deletePrefix: (prefix) =>
      attempt(`delete "${prefix}"`, async () => {
        const path = join(objects, directoryName(prefix.slice(0, -1)));
        if (await hasSymbolicLink(dirname(path))) return;
        await rm(path, { recursive: true, force: true });
      }),
    list: (prefix) => listBelow(objects, prefix),
    checkHealth: () =>
      attempt('be written to', async () => {
        await access(objects, constants.W_OK);
        await access(uploads, constants.W_OK);
      }),
  };
}

async function* listBelow(objects: string, prefix: string): AsyncGenerator<ListedObject, void> {
  const listed = listObjectFiles(join(objects, directoryName(prefix.slice(0, -1))), prefix);
  for (;;) {
    const next = await attempt(`list "${prefix}"`, () => listed.next());
    if (next.done) return;
    yield next.value;
  }
}

function fileName(key: string): string {
  const [name = '', ...parents] = key.split('/').toReversed();
  return join(...parents.toReversed().map((parent) => `${parent}.d`), `${name}.object`);
}

function directoryName(key: string): string {
  return join(...key.split('/').map((segment) => `${segment}.d`));
}

/** Throws ObjectNotFoundError. */
async function unlessAbsent<Result>(
  key: string,
  path: string,
  run: () => Promise<Result>,
): Promise<Result> {
  if (await hasSymbolicLink(dirname(path))) throw new ObjectNotFoundError(key);
  try {
    return await run();
  } catch (error) {
    if (!absentCodes.includes(errorCode(error))) throw error;
    throw new ObjectNotFoundError(key, { cause: error });
  }
}

async function publish(upload: string, path: string): Promise<void> {
  try {
    await makeFolderOf(path);
    await rename(upload, path);
  } catch (error) {
    await rm(upload, { force: true });
    throw error;
  }
}

/** Throws ObjectStorageUnavailableError if a symbolic link leads to the folder. */
async function makeFolderOf(path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await hasSymbolicLink(folder))) return;
  throw new ObjectStorageUnavailableError(`write through a symbolic link in "${folder}"`);
}

/** Returns whether the path contains a symbolic link; false for a missing directory. */
async function hasSymbolicLink(directory: string): Promise<boolean> {
  try {
    return (await realpath(directory)) !== directory;
  } catch (error) {
    if (absentCodes.includes(errorCode(error))) return false;
    throw error;
  }
}

async function removeAbandoned(uploads: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(uploads)) {
    const path = join(uploads, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < oldest) await rm(path, { force: true });
  }
}

/**
 * Converts file-system errors (full, read-only, no permission) to ObjectStorageUnavailableError.
 */
async function attempt<Result>(act: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isOfFileSystem =
      typeof error === 'object' && error !== null && 'errno' in error && 'syscall' in error;
    if (!isOfFileSystem || error instanceof ObjectSizeError) throw error;
    throw new ObjectStorageUnavailableError(act, { cause: error });
  }
}
