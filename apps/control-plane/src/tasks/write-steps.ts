import type { ErrandSchemas } from '@errand/api-types';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { TaskStep } from '../task-rows/task-step.ts';
import { filesOfStep, writeStep } from '../task-rows/write-wire-step.ts';

export interface StepFiles {
  readonly artifacts: Pick<ArtifactStore, 'signEvidence'>;
  readonly downloadUrlExpirySeconds: number;
}

/** Converts the steps of a task to the shape that clients see, with the URLs of their files. */
export async function writeSteps(
  { artifacts, downloadUrlExpirySeconds }: StepFiles,
  taskId: string,
  steps: readonly TaskStep[],
): Promise<ErrandSchemas['TaskStep'][]> {
  const ids = steps.flatMap((step) => Object.values(filesOfStep(step)));
  const urls = await artifacts.signEvidence(
    taskId,
    ids.filter((id) => id !== undefined),
    downloadUrlExpirySeconds,
  );
  return steps.map((step) => {
    const files = filesOfStep(step);
    return {
      ...writeStep(step),
      screenshot_url: urls.get(files.screenshot_url ?? '') ?? null,
      evidence_url: urls.get(files.evidence_url ?? '') ?? null,
      log_url: urls.get(files.log_url ?? '') ?? null,
    };
  });
}
