import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeRecording, writeRollout } from './write-wire-recording.ts';

export const getRecording = defineRoute(
  'getRecording',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, accountId }) => {
    const recording = await recordings.get(accountId, params.recording_id);
    const rollout = await recordings.findRollout(accountId, params.recording_id);
    const shown = {
      ...writeRecording(recording),
      ...(rollout && { rollout: writeRollout(rollout) }),
    };
    return { status: 200, body: { success: true, recording: shown } };
  },
);
