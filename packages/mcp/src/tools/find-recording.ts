import type { Errand, ErrandSchemas } from '@errand/client';

export type Recording = ErrandSchemas['RecordingList']['recordings'][number];
type Summary = ErrandSchemas['RecordingSummary'];

interface Filter {
  /** Regular expression for the endpoint name. */
  readonly endpoint_name?: string;
  /** Leaves out the automations. */
  readonly fields?: 'summary';
}

/** No workspace of the account has a recording with this endpoint name. */
export class NoRecordingError extends Error {
  constructor(name: string) {
    super(`There is no recording "${name}": list_recordings names the existing ones.`);
    this.name = 'NoRecordingError';
  }
}

/** Yields the recordings of every workspace of the account, those of the default one first. */
export async function* everyRecording(
  errand: Errand,
  filter: Filter = {},
  signal?: AbortSignal,
): AsyncGenerator<Recording | Summary, void, undefined> {
  for await (const { workspace_id } of errand.list('/api/v1/workspaces', { signal })) {
    const query = { ...filter, workspace_id };
    yield* errand.list('/api/v1/get_recordings', { query, signal });
  }
}

/** Returns the ID of the recording with this endpoint name, in any workspace. Throws NoRecordingError. */
export async function findRecordingId(
  errand: Errand,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const filter = {
    fields: 'summary',
    endpoint_name: `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`,
  } as const;
  for await (const recording of everyRecording(errand, filter, signal)) {
    if (recording.endpoint_name === name) return recording.recording_id;
  }
  throw new NoRecordingError(name);
}
