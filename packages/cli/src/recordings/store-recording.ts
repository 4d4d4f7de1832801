import { dataOf } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { asFarAsIn, isSame } from './compare-recordings.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import type { RecordingFile } from './recording-file.ts';

interface Stored {
  readonly path: string;
  readonly endpoint_name: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly version: number;
}

/** Stores a file as a new version, unless the recording is already the same. */
export async function storeRecording(
  call: Call,
  path: string,
  recording: RecordingFile,
): Promise<Stored> {
  const { endpoint_name: name } = recording;
  const existing = await findRecording(call, name);
  const stored = existing && asFarAsIn(recording, await fileOf(call, existing));
  if (existing && stored && isSame(stored, recording)) {
    return { path, endpoint_name: name, result: 'unchanged', version: existing.version };
  }
  const { signal } = call.terminal;
  const { version } = await dataOf(
    call.errand().api.POST('/api/v1/update_example', { body: recording, signal }),
  );
  return { path, endpoint_name: name, result: existing ? 'updated' : 'created', version };
}
