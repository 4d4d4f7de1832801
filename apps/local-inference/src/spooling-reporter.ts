import type { Failure, NewArtifact, Output, TaskReporter } from '@errand/task-runner';
import { randomUUID } from 'node:crypto';
import type { FileDrop } from './file-drop.ts';
import type { SpooledTask } from './spooled-task.ts';

/**
 * Failure of a task that had started but did not finish. Only people can judge whether to run it
 * again.
 */
export const interrupted: Failure = {
  class: 'interrupted',
  message:
    'The local inference server stopped while the task was running. The effects of the task until then remain.',
  retry: 'never',
};

/** Failure of a task whose stored record was unreadable. */
export const damaged: Failure = {
  class: 'interrupted',
  message:
    'The local inference server stopped, and its record of the task could not be read afterwards. The task may have run.',
  retry: 'never',
};

const NO_OUTPUT: Output = { output_data: [], for_loop_status: [] };

/**
 * Stores the reports of a task on disk, from where forward-reports.ts sends them, so that the task
 * does not depend on the control plane being up. Calls that need a response (secrets, messages,
 * people) go to it directly.
 */
export function createSpoolingReporter(
  task: SpooledTask,
  { direct, drop }: { readonly direct: TaskReporter; readonly drop: FileDrop },
): TaskReporter {
  const announced = new Map<string, NewArtifact>();
  return {
    ...direct,
    start: () => task.append({ kind: 'start' }),
    reportSteps: (steps) => task.append({ kind: 'steps', steps }),
    createArtifacts: async (artifacts) =>
      artifacts.map((artifact) => {
        const { artifact_id: id = randomUUID() } = artifact;
        announced.set(id, artifact);
        const upload_url = drop.open(task.fileOf(id), artifact.size);
        return { artifact_id: id, filename: artifact.filename, upload_url, headers: {} };
      }),
    async confirmArtifacts(ids) {
      const files = ids.flatMap((id) => {
        const artifact = announced.get(id);
        return artifact ? [{ ...artifact, id }] : [];
      });
      if (files.length > 0) await task.append({ kind: 'files', files });
      return { confirmed: [...ids], rejected: [] };
    },
    async complete(output) {
      await task.append({ kind: 'complete', output });
      return { status: 'success' };
    },
    async fail(failure, output) {
      await task.append({ kind: 'fail', failure: { ...failure, retry: 'never' }, output });
      return { status: 'failed' };
    },
    release: (_reason, rest) =>
      task.append({ kind: 'fail', failure: interrupted, output: { ...NO_OUTPUT, ...rest } }),
  };
}

/** Ends a task that has no running attempt. */
export async function endTask(task: SpooledTask, failure: Failure): Promise<void> {
  await task.append({ kind: 'fail', failure, output: NO_OUTPUT });
}
