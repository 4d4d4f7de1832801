import { abortable } from '@errand/foundation';
import { Readable } from 'node:stream';
import type { ObjectBody } from '../object-storage.ts';
import { chunksUntilAborted } from '../chunks-until-aborted.ts';
import { partBytes, type BucketAccess } from './bucket-access.ts';

/** A silent server must not hold up who has given up. In milliseconds. */
const CLEANING_DEADLINE_MS = 2_000;

interface NewObject {
  readonly key: string;
  readonly body: ObjectBody;
  readonly contentType: string;
  readonly signal: AbortSignal | undefined;
}

/** One PUT for what fits into a part, a multipart upload for more; holds about one part in memory. */
export async function writeObject(access: BucketAccess, object: NewObject): Promise<void> {
  const { key, body, signal, contentType } = object;
  const { client, bucket, request } = access;
  const metadata = { 'Content-Type': contentType };
  const chunks = chunksUntilAborted(body, signal);
  const beginning = await readAtLeast(partBytes + 1, chunks);
  const size = beginning.length;
  if (size <= partBytes) {
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
    // As far as it goes: what is left of an upload is not an object, and buckets have rules to clear it.
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

/** The client does not notice an error of its source and would wait forever for more. */
async function untilSourceFails(source: Readable, write: () => Promise<void>): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  source.once('error', reject);
  await Promise.race([write(), failed]);
}
