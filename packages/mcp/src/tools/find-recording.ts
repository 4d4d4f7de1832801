import type { Errand } from '@errand/client';

/** ID of the recording with this endpoint name. Throws if there is none. */
export async function findRecordingId(
  errand: Errand,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const query = {
    fields: 'summary',
    endpoint_name: `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`,
  } as const;
  for await (const recording of errand.list('/api/v1/get_recordings', { query, signal })) {
    if (recording.endpoint_name === name) return recording.recording_id;
  }
  throw new Error(`There is no recording "${name}": list_recordings names those that there are.`);
}
