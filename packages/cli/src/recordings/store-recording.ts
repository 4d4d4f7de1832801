import { isDeepStrictEqual } from 'node:util';
import { dataOf, type ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { asFarAsIn, isSame } from './compare-recordings.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import type { RecordingFile } from './recording-file.ts';
import type { RolloutTerms } from './rollout-options.ts';

export interface FileToStore {
  readonly path: string;
  readonly recording: RecordingFile;
}

interface HowToStore {
  /** Why the version is made. */
  readonly comment?: string;
  /** Lets only a part of the tasks run the new version at first; the recording must exist. */
  readonly rollout?: RolloutTerms | undefined;
}

type Recording = ErrandSchemas['Recording'];

type StartingRollout = RolloutTerms & {
  readonly recording: RecordingFile;
  readonly comment?: string;
};

interface Stored {
  readonly path: string;
  readonly endpoint_name: string;
  readonly result: 'created' | 'updated' | 'started' | 'unchanged';
  readonly version: number;
}

/** Stores a file as a new version, unless the recording is already the same. */
export async function storeRecording(
  call: Call,
  { path, recording }: FileToStore,
  how: HowToStore = {},
): Promise<Stored> {
  const { endpoint_name: name } = recording;
  const existing = await findRecording(call, name);
  const stored = existing && asFarAsIn(recording, await fileOf(call, existing));
  if (existing && stored && isSame(stored, recording)) {
    return { path, endpoint_name: name, result: 'unchanged', version: existing.version };
  }
  const { rollout, ...comment } = how;
  const isNewAutomation = !stored || !isDeepStrictEqual(stored.automation, recording.automation);
  if (existing && rollout && isNewAutomation) {
    const version = await startRollout(call, existing, { recording, ...rollout, ...comment });
    return { path, endpoint_name: name, result: 'started', version };
  }
  const body = { ...recording, ...comment };
  const { signal } = call.terminal;
  const { version } = await dataOf(
    call.errand().api.POST('/api/v1/update_example', { body, signal }),
  );
  return { path, endpoint_name: name, result: existing ? 'updated' : 'created', version };
}

/** Starts a roll-out of the automation; the description is not part of a version. */
async function startRollout(
  call: Call,
  { recording_id: id, description: before }: Recording,
  { recording, ...how }: StartingRollout,
): Promise<number> {
  const { automation, description = before } = recording;
  const params = { path: { recording_id: id } };
  const { signal } = call.terminal;
  const { api } = call.errand();
  const body = { automation, ...how };
  const { version } = await dataOf(
    api.POST('/api/v1/recordings/{recording_id}/rollouts', { params, body, signal }),
  );
  if (description !== before) {
    const change = { params, body: { description }, signal };
    await dataOf(api.PATCH('/api/v1/update_recording/{recording_id}', change));
  }
  return version;
}
