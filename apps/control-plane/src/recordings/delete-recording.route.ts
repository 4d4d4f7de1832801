import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';

export const deleteRecording = defineRoute(
  'deleteRecording',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, query, accountId }) => {
    const deleteTasks = query.delete_tasks ?? false;
    const { cancelledTaskCount } = await recordings.delete(accountId, params.recording_id, {
      cancelTasks: query.cancel_tasks ?? false,
      deleteTasks,
    });
    return {
      status: 200,
      body: {
        success: true,
        message: deleteTasks
          ? 'The recording is deleted. Its versions and tasks are deleted within minutes.'
          : 'The recording is deleted.',
        cancelled_task_count: cancelledTaskCount,
      },
    };
  },
);
