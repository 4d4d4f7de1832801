import type { WorkerSchemas } from '@errand/api-types';
import {
  readReplayArchive,
  type ReplayArchive,
  type SessionDependencies,
} from '@errand/automation-engine';
import { createEgressGuard } from '@errand/egress-guard';
import { openDeadline } from '@errand/foundation';
import type { Session } from '../browser/session.ts';

const DOWNLOAD_DEADLINE_MS = 60_000;
/** A trace has at most 44 MiB before it is compressed. */
const MOST_BYTES = 64 * 1024 ** 2;

type Debugging = NonNullable<WorkerSchemas['LeasedTask']['debug_session']>;

/**
 * Cuts a session off from the network, and fetches the trace whose responses its browser gets.
 * Steps that make their own requests, and plug-ins, get none. Throws when there is no trace, or
 * if the trace contains no documents.
 */
export async function openReplay(
  { trace_url: url }: NonNullable<Debugging['replay']>,
  { session, signal }: { readonly session: Pick<Session, 'seal'>; readonly signal: AbortSignal },
): Promise<Pick<SessionDependencies, 'replay' | 'egress' | 'privateHandlers'>> {
  if (!session.seal) throw new Error('A replay needs a browser, not a remote desktop.');
  session.seal();
  if (url === null) throw new Error('The trace to replay was deleted: run the task again.');
  const replay = await readReplayArchive(await download(url, signal));
  if (!replay.some(isReplayable)) {
    throw new Error(
      'The trace has no responses to replay: run the task again with "trace": "replayable".',
    );
  }
  const egress = createEgressGuard({ allowPrivateAddresses: false, allowPublicAddresses: false });
  return { replay, egress, privateHandlers: new Map() };
}

/** Every trace contains style sheets, because the viewer needs them. */
function isReplayable({ body, headers }: ReplayArchive[number]): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return body !== undefined && type?.startsWith('text/css') !== true;
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  using deadline = openDeadline(signal, DOWNLOAD_DEADLINE_MS);
  const response = await fetch(url, { redirect: 'error', signal: deadline.signal });
  if (response.ok && response.body) return await readAll(response.body);
  await response.body?.cancel();
  throw new Error(`The trace could not be read: the storage responded with ${response.status}.`);
}

/** Leaving the loop cancels the download. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > MOST_BYTES) {
      const most = MOST_BYTES / 1024 ** 2;
      throw new Error(`The trace cannot be replayed: it has more than ${most} MiB.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
