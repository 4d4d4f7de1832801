import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';

export const deleteRecording = defineRoute(
  'deleteRecording',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, query, accountId }) => {
    const { cancelledTaskCount } = await recordings.delete(accountId, params.recording_id, {
      cancelTasks: query.cancel_tasks ?? false,
    });
    return {
      status: 200,
      body: {
        success: true,
        message: 'The recording is deleted.',
        cancelled_task_count: cancelledTaskCount,
      },
    };
  },
);
