import type { WorkerSchemas } from '@errand/api-types';
import { readReplayArchive, type SessionDependencies } from '@errand/automation-engine';
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
  const replay = readReplayArchive(await download(url, signal));
  if (!replay.some(({ body }) => body)) {
    throw new Error(
      'The trace has no responses to replay: run the task again with "trace": "replayable".',
    );
  }
  const egress = createEgressGuard({ allowPrivateAddresses: false, allowPublicAddresses: false });
  return { replay, egress, privateHandlers: new Map() };
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  using deadline = openDeadline(signal, DOWNLOAD_DEADLINE_MS);
  const response = await fetch(url, { redirect: 'error', signal: deadline.signal });
  const size = Number(response.headers.get('content-length'));
  if (response.ok && size <= MOST_BYTES) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  throw new Error(`The trace could not be read: the storage responded with ${response.status}.`);
}
