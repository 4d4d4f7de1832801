import { openDeadline } from '@errand/foundation';
import { ObjectNotFoundError, type ObjectStorage } from '@errand/object-storage';
import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { FilesUnavailableError } from '../http/http-errors.ts';
import type { PendingUploads } from '../uploads/pending-uploads.ts';
import { InputFileLostError } from './input-file-errors.ts';
import type { InputFile, InputFileContent } from './input-file.ts';

export interface InputFileStore {
  /**
   * Stores the files of a task, then runs `work`, which stores the task and inserts the rows of the
   * files in its transaction with `keep`. If it throws or does not call `keep`, the files are
   * deleted. Throws FilesUnavailableError, StorageFullError.
   */
  storeAround: <Result>(
    given: {
      readonly accountId: string;
      readonly taskId: string;
      readonly files: readonly InputFileContent[];
      /** Aborts writing when the client has disconnected. */
      readonly signal?: AbortSignal | undefined;
    },
    work: (keep: (transaction: Transaction) => Promise<void>) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Returns the files in the order of the submission. The caller must have checked access to the
   * task. Throws InputFileLostError, FilesUnavailableError.
   */
  read: (taskId: string) => Promise<readonly InputFileContent[]>;
  /** Returns the files with addresses that are valid for `expiresInSeconds`. */
  sign: (
    taskId: string,
    expiresInSeconds: number,
  ) => Promise<readonly (InputFile & { readonly downloadUrl: string })[]>;
}

/**
 * Milliseconds. A store that needs this long for 10 MiB counts as unavailable; local servers give
 * up after 30 s.
 */
const DEADLINE_MS = 20_000;
/** We treat files as bytes; the site that receives them decides how to show them. */
const CONTENT_TYPE = 'application/octet-stream';

interface StoreParts {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly uploads: PendingUploads;
}

export function createInputFileStore(parts: StoreParts): InputFileStore {
  const { database, storage } = parts;
  const rowsOf = (taskId: string) =>
    database.prisma.inputFile.findMany({ where: { taskId }, orderBy: { position: 'asc' } });
  return {
    storeAround: (given, work) =>
      given.files.length === 0 ? work(async () => undefined) : storeAround(parts, given, work),

    async read(taskId) {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const files: InputFileContent[] = [];
      for (const { objectKey, ...row } of await rowsOf(taskId)) {
        const content = await readObject(storage, objectKey, signal);
        const isWhole = content !== undefined && hash(content) === row.sha256;
        if (!isWhole) throw new InputFileLostError(taskId, row.name);
        files.push({ ...describe(row), content });
      }
      return files;
    },

    async sign(taskId, expiresInSeconds) {
      const signed = (await rowsOf(taskId)).map(async ({ objectKey: key, ...row }) => {
        const request = { key, filename: row.name, expiresInSeconds };
        return { ...describe(row), downloadUrl: await storage.presignDownload(request) };
      });
      return Promise.all(signed);
    },
  };
}

async function storeAround<Result>(
  { storage, uploads }: StoreParts,
  given: Parameters<InputFileStore['storeAround']>[0],
  work: (keep: (transaction: Transaction) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { accountId, taskId, files, signal } = given;
  const prefix = `tasks/${taskId}/inputs/`;
  let isKept = false;
  await uploads.begin(prefix, accountId);
  try {
    await uploads.reserve(
      prefix,
      files.reduce((sum, { size }) => sum + size, 0),
    );
    await write(storage, { prefix, files, signal });
    return await work(async (transaction) => {
      await uploads.settle(transaction, prefix);
      await insertRows(transaction, { taskId, prefix, files });
      isKept = true;
    });
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    if (!isKept) await uploads.discard(prefix);
  }
}

/** Sequential, so that no write is in flight when one fails. */
async function write(
  storage: ObjectStorage,
  given: {
    readonly prefix: string;
    readonly files: readonly InputFileContent[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  using deadline = openDeadline(given.signal, DEADLINE_MS);
  const { signal } = deadline;
  for (const [index, { content }] of given.files.entries()) {
    try {
      // Never derived from the file's name: a client must not control where its files are stored.
      await storage.write(`${given.prefix}${index + 1}`, content, {
        contentType: CONTENT_TYPE,
        signal,
      });
    } catch (error) {
      throw signal.aborted ? new FilesUnavailableError({ cause: error }) : error;
    }
  }
}

async function insertRows(
  transaction: Transaction,
  given: {
    readonly taskId: string;
    readonly prefix: string;
    readonly files: readonly InputFileContent[];
  },
): Promise<void> {
  const rows = given.files.map(({ name, size, sha256 }, index) => ({
    task_id: given.taskId,
    position: index + 1,
    name,
    size,
    sha256,
    object_key: `${given.prefix}${index + 1}`,
  }));
  await transaction.query(
    `INSERT INTO input_files (task_id, position, name, size, sha256, object_key)
     SELECT task_id, position, name, size, sha256, object_key
     FROM jsonb_populate_recordset(NULL::input_files, $1)`,
    [JSON.stringify(rows)],
  );
}

function describe({ name, size, sha256 }: InputFile): InputFile {
  return { name, size, sha256 };
}

/** Undefined when the object does not exist. */
async function readObject(
  storage: ObjectStorage,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  try {
    const content = await storage.read(key, { signal });
    // The signal must also abort reading, not only opening.
    return await buffer(addAbortSignal(signal, content));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw signal.aborted ? new FilesUnavailableError({ cause: error }) : error;
  }
}

function hash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
