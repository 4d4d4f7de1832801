import { abortable } from '@errand/foundation';
import { Readable } from 'node:stream';
import type { ObjectBody } from '../object-storage.ts';
import { chunksUntilAborted } from '../chunks-until-aborted.ts';
import { PART_BYTES, type BucketAccess } from './bucket-access.ts';

/** Limits the clean-up on a silent server after the caller has given up, in milliseconds. */
const CLEANING_DEADLINE_MS = 2_000;

interface NewObject {
  readonly key: string;
  readonly body: ObjectBody;
  readonly contentType: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes with one PUT if it fits in a part, or else as a multipart upload; holds about one part in
 * memory.
 */
export async function writeObject(access: BucketAccess, object: NewObject): Promise<void> {
  const { key, body, signal, contentType } = object;
  const { client, bucket, request } = access;
  const metadata = { 'Content-Type': contentType };
  const chunks = chunksUntilAborted(body, signal);
  const beginning = await readAtLeast(PART_BYTES + 1, chunks);
  const size = beginning.length;
  if (size <= PART_BYTES) {
    await request({ act: 'write', key, signal }, () =>
      client.putObject(bucket, key, beginning, size, metadata),
    );
    return;
  }
  const stream = Readable.from(joined(beginning, chunks));
  await request({ act: 'write', key, signal }, () =>
    untilSourceFails(stream, async () => {
      await client.putObject(bucket, key, stream, undefined, metadata);
    }),
  ).catch(async (error: unknown) => {
    const sourceError = stream.errored;
    stream.destroy();
    // Best effort: the remains of an upload are not an object, and bucket rules can remove them.
    const cleaning = client.removeIncompleteUpload(bucket, key);
    const deadline = AbortSignal.timeout(CLEANING_DEADLINE_MS);
    await Promise.allSettled([abortable(cleaning, deadline)]);
    throw sourceError ?? error;
  });
}

async function readAtLeast(bytes: number, chunks: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < bytes) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    read.push(chunk.value);
    size += chunk.value.byteLength;
  }
  return Buffer.concat(read);
}

async function* joined(
  beginning: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield beginning;
  yield* rest;
}

/** Rejects when the source fails, which the client does not notice: it would wait forever. */
async function untilSourceFails(source: Readable, write: () => Promise<void>): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  source.once('error', reject);
  await Promise.race([write(), failed]);
}
