import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';
import type { Recorded } from '../session/session-desk.ts';

export type PointMode = ErrandSchemas['PointRecordingRequest']['mode'];

/** The commands of a recording in a debug session. */
export interface RecorderDesk {
  readonly read: (signal: AbortSignal) => Promise<Recorded>;
  readonly start: () => Promise<Recorded>;
  readonly point: (mode: PointMode) => Promise<Recorded>;
  readonly stop: (replay: boolean) => Promise<Recorded>;
}

export function createRecorderDesk({ api }: Errand, sessionId: string): RecorderDesk {
  const params = { path: { session_id: sessionId } };
  return {
    read: (signal) =>
      dataOf(api.GET('/api/v1/sessions/{session_id}/recording', { params, signal })),
    start: () => dataOf(api.POST('/api/v1/sessions/{session_id}/recording', { params })),
    point(mode) {
      const body = { mode };
      return dataOf(api.PATCH('/api/v1/sessions/{session_id}/recording', { params, body }));
    },
    stop(replay) {
      const body = { replay };
      return dataOf(api.POST('/api/v1/sessions/{session_id}/recording/stop', { params, body }));
    },
  };
}
