import { isDeepStrictEqual } from 'node:util';
import { dataOf, type ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { asFarAsIn, isSame } from './compare-recordings.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import type { RecordingFile } from './recording-file.ts';
import type { RolloutTerms } from './rollout-options.ts';

type Recording = ErrandSchemas['Recording'];

export interface FileToStore {
  readonly path: string;
  readonly recording: RecordingFile;
}

/** A file, and the server's recording of that name. */
export interface ComparedFile extends FileToStore {
  readonly existing: Recording | undefined;
  /** The parts of the server's recording that the file covers. */
  readonly stored: RecordingFile | undefined;
}

export interface HowToStore {
  /** Why the version is created. */
  readonly comment?: string;
  /** Lets only some of the tasks run the new version at first; the recording must exist. */
  readonly rollout?: RolloutTerms | undefined;
  /** Stores the file even if someone changed the recording since the comparison. Default: no. */
  readonly replacesAny?: boolean;
}

type StartingRollout = RolloutTerms & {
  readonly recording: RecordingFile;
  readonly comment?: string;
  readonly base_version?: number;
};

type Result = 'created' | 'updated' | 'started' | 'unchanged';

interface Stored {
  readonly path: string;
  readonly endpoint_name: string;
  readonly result: Result;
  readonly version: number;
}

export async function compareFile(
  call: Call,
  { path, recording }: FileToStore,
): Promise<ComparedFile> {
  const existing = await findRecording(call, recording.endpoint_name);
  const stored = existing && asFarAsIn(recording, await fileOf(call, existing));
  return { path, recording, existing, stored };
}

/**
 * Returns why a push would replace what someone else has stored since the file was pulled, or a
 * version other than the `expected` one; 0 expects none.
 */
export function describeConflict(file: ComparedFile, expected?: number): string | undefined {
  const { path, recording, existing } = file;
  const { endpoint_name: name, version } = recording;
  const difference = `See the difference: errand recordings diff ${path}`;
  if (expected !== undefined) {
    const other = describeOtherVersion(file, expected);
    return other && `${other} ${difference}`;
  }
  if (!existing || version === undefined || version === existing.version || isUnchanged(file)) {
    return undefined;
  }
  return (
    `${path}: the file is based on version ${version} of "${name}", but version ${existing.version} is current. ` +
    `${difference}   Then put it into the file and set its version to ${existing.version}, or replace it: push --force`
  );
}

/** Returns which version a change would replace instead of the `expected` one; 0 expects none. */
export function describeOtherVersion(file: ComparedFile, expected: number): string | undefined {
  const { path, recording, existing } = file;
  const current = existing?.version ?? 0;
  if (current === expected || isUnchanged(file)) return undefined;
  const name = `"${recording.endpoint_name}"`;
  const what =
    current === 0 ? `there is no recording ${name}` : `version ${current} of ${name} is current`;
  return `${path}: --base-version is ${expected}, but ${what}.`;
}

/** Stores a file as a new version, unless the recording is already the same. */
export async function storeRecording(
  call: Call,
  file: ComparedFile,
  { rollout, replacesAny = false, ...comment }: HowToStore = {},
): Promise<Stored> {
  const { path, recording, existing } = file;
  const { endpoint_name: name, version: _version, ...content } = recording;
  const result = foreseeResult(file, rollout);
  if (existing && result === 'unchanged') {
    return { path, endpoint_name: name, result, version: existing.version };
  }
  if (existing && rollout && result === 'started') {
    const how = {
      recording,
      ...rollout,
      ...comment,
      ...(!replacesAny && { base_version: existing.version }),
    };
    const version = await startRollout(call, existing, how);
    return { path, endpoint_name: name, result, version };
  }
  const base = replacesAny ? {} : { base_version: existing?.version ?? 0 };
  const body = { endpoint_name: name, ...content, ...comment, ...base };
  const { signal } = call.terminal;
  const { version } = await dataOf(
    call.errand().api.POST('/api/v1/update_example', { body, signal }),
  );
  return { path, endpoint_name: name, result, version };
}

/** Returns what storing the file would do. */
export function foreseeResult(file: ComparedFile, rollout?: RolloutTerms): Result {
  const { recording, existing, stored } = file;
  if (!existing) return 'created';
  if (isUnchanged(file)) return 'unchanged';
  const isNewAutomation = !stored || !isDeepStrictEqual(stored.automation, recording.automation);
  return rollout && isNewAutomation ? 'started' : 'updated';
}

function isUnchanged({ stored, recording }: ComparedFile): boolean {
  return stored !== undefined && isSame(stored, recording);
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
