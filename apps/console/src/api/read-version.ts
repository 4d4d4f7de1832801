import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';

interface Wanted {
  readonly recordingId: string;
  readonly version: number;
  readonly signal: AbortSignal;
}

/** The automation in one version of a recording. */
export async function readVersion(
  errand: Errand,
  { recordingId, version, signal }: Wanted,
): Promise<ErrandSchemas['Automation']> {
  const params = { path: { recording_id: recordingId, version: String(version) } };
  const answer = await dataOf(
    errand.api.GET('/api/v1/recordings/{recording_id}/versions/{version}', { params, signal }),
  );
  return answer.version.automation;
}
