import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';

export const endRollout = defineRoute(
  'endRollout',
  async (
    { recordings }: { readonly recordings: Pick<RecordingStore, 'endRollout'> },
    { params, body, accountId },
  ) => {
    const { recording_id: recordingId } = params;
    const isPromoted = body.outcome === 'promote';
    const state = isPromoted ? 'promoted' : 'stopped';
    const { version } = await recordings.endRollout(accountId, recordingId, state);
    const message = isPromoted
      ? `All tasks run version ${version} from now on.`
      : `The roll-out is stopped: the version before it is current again, as version ${version}.`;
    return {
      status: 200,
      body: { success: true, recording_id: recordingId, version, message, warnings: [] },
    };
  },
);
