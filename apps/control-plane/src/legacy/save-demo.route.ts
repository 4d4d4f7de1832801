import { randomUUIDv7 } from 'node:crypto';
import type { EgressGuard } from '@errand/egress-guard';
import type { ObjectStorage } from '@errand/object-storage';
import { defineRoute } from '../http/define-route.ts';
import { FilesUnavailableError } from '../http/http-errors.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { refuseMissing } from '../http/missing-field-error.ts';
import type { DemoStore, StoredFile } from './demo-store.ts';
import { fetchFile, FileRefusedError } from './fetch-file.ts';
import { nameFile, readContentType } from './name-file.ts';
import { isInlineFile } from './read-data-url.ts';

interface Dependencies {
  readonly demos: DemoStore;
  readonly storage: ObjectStorage;
  /** For addresses given by clients. */
  readonly egress: EgressGuard;
}

const MAX_FILE_BYTES = 25 * 1024 ** 2;
const MAX_BYTES = 100 * 1024 ** 2;
/** Milliseconds, for all files together. */
const MAX_DURATION_MS = 60_000;

/** Saves all files or none, sequentially, so that a request holds one file in memory at a time. */
export const saveDemo = defineRoute(
  'saveDemo',
  async (dependencies: Dependencies, { body, accountId, signal }) => {
    const { demos } = dependencies;
    const goalId = randomUUIDv7();
    await demos.begin(goalId, accountId);
    try {
      const files = await storeFiles(dependencies, { goalId, sources: body.files, signal });
      await demos.save(accountId, { goalId, url: body.url, files });
    } catch (error) {
      await demos.discard(goalId);
      // The client has disconnected, or the server is draining.
      throw signal.aborted ? new FilesUnavailableError({ cause: error }) : error;
    }
    const { length } = body.files;
    const message = `The goal is saved with ${length} ${length === 1 ? 'file' : 'files'}.`;
    return { status: 200, body: { success: true, goal_id: goalId, message } };
  },
  { refuse: refuseMissing },
);

async function storeFiles(
  { demos, egress, storage }: Dependencies,
  given: {
    readonly goalId: string;
    readonly sources: readonly string[];
    readonly signal: AbortSignal;
  },
): Promise<StoredFile[]> {
  const { goalId, sources, signal } = given;
  const deadline = performance.now() + MAX_DURATION_MS;
  const files: StoredFile[] = [];
  let bytesLeft = MAX_BYTES;
  for (const [index, source] of sources.entries()) {
    const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
    const maxBytes = Math.min(MAX_FILE_BYTES, bytesLeft);
    const { body, contentType: type } = await refuseAt(index, () =>
      fetchFile(egress, source, { maxBytes, timeoutMs, signal }),
    );
    bytesLeft -= body.length;
    const contentType = readContentType(type);
    const objectKey = demos.objectKeyOf(goalId, index + 1);
    await demos.reserve(goalId, body.length);
    await storage.write(objectKey, body, { contentType, signal });
    files.push({
      objectKey,
      contentType,
      filename: nameFile(source, index + 1, contentType),
      size: body.length,
      sourceUrl: isInlineFile(source) ? null : source,
    });
  }
  return files;
}

async function refuseAt<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    const { message: msg } = error;
    throw new InvalidRequestError([{ loc: ['body', 'files', index], msg, type: 'file' }]);
  }
}
