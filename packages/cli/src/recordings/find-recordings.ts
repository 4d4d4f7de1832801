import { dataOf, type ErrandSchemas } from '@errand/client';
import { NotFoundError } from '../errors/command-errors.ts';
import type { Call } from '../command/define-command.ts';
import type { RecordingFile } from './recording-file.ts';

type Recording = ErrandSchemas['Recording'];

/** Returns the recordings of all workspaces of the account, keyed by their unique names. */
export async function listRecordings(
  { errand, terminal }: Call,
  pattern?: string,
): Promise<Recording[]> {
  const filter = pattern === undefined ? {} : { endpoint_name: pattern };
  const { signal } = terminal;
  const recordings: Recording[] = [];
  for await (const { workspace_id } of errand().list('/api/v1/workspaces', { signal })) {
    const query = { ...filter, workspace_id };
    for await (const recording of errand().list('/api/v1/get_recordings', { query, signal })) {
      // Responses include summaries only on request.
      if ('automation' in recording) recordings.push(recording);
    }
  }
  return recordings.toSorted((one, other) => one.endpoint_name.localeCompare(other.endpoint_name));
}

/** Returns the recording with exactly this endpoint name, or undefined. */
export async function findRecording(call: Call, name: string): Promise<Recording | undefined> {
  const pattern = `^${name.replaceAll(/[^\w\s]/gu, String.raw`\$&`)}$`;
  return (await listRecordings(call, pattern)).find((one) => one.endpoint_name === name);
}

/** Throws NotFoundError. */
export async function getRecording(call: Call, name: string): Promise<Recording> {
  const recording = await findRecording(call, name);
  if (recording) return recording;
  throw new NotFoundError(`There is no recording "${name}".`);
}

/** Returns a recording in the file format, with the automation as the author sent it. */
export async function fileOf(
  { errand, terminal }: Call,
  { recording_id: id, version, endpoint_name: name, description }: Recording,
): Promise<RecordingFile> {
  const params = { path: { recording_id: id, version: String(version) } };
  const { signal } = terminal;
  const read = await dataOf(
    errand().api.GET('/api/v1/recordings/{recording_id}/versions/{version}', { params, signal }),
  );
  const { automation } = read.version;
  return { endpoint_name: name, version, ...(description !== '' && { description }), automation };
}
