import { randomUUID } from 'node:crypto';
import type { Failure, NewArtifact, Output, TaskReporter } from '../task-reporter.ts';
import type { FileDrop } from './file-drop.ts';
import type { SpooledTask } from './spooled-task.ts';

/** Why a task that had begun did not get to its end. Whether it may be done again is for people to know. */
export const interrupted: Failure = {
  class: 'interrupted',
  message: 'The local inference server ended while the task ran. What it did until then is done.',
  retry: 'never',
};

/** What was kept of a task could not be read. */
export const damaged: Failure = {
  class: 'interrupted',
  message:
    'The local inference server ended, and its record of the task could not be read afterwards. The task may have run.',
  retry: 'never',
};

const NO_OUTPUT: Output = { output_data: [], for_loop_status: [] };

/**
 * Keeps the reports of a task on disk, where forward-reports.ts takes them from, so that the task does not notice whether
 * the control plane is there. Questions that need an answer (secrets, messages, people) go to it at once.
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
        const id = randomUUID();
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

/** Ends a task that no attempt ends. */
export async function endTask(task: SpooledTask, failure: Failure): Promise<void> {
  await task.append({ kind: 'fail', failure, output: NO_OUTPUT });
}
