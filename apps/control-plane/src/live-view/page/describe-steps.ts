import type { ErrandSchemas } from '@errand/api-types';

type Task = Pick<ErrandSchemas['TaskDetail'], 'task_id' | 'steps' | 'steps_truncated'>;

/** What an ended task did, a line for each step. */
export function describeSteps({ task_id: id, steps, steps_truncated: areCut }: Task): {
  readonly lines: readonly string[];
  /** Says that earlier steps are not among the lines; empty if all steps are. */
  readonly cut: string;
} {
  const count = steps.length.toLocaleString('en');
  return {
    lines: steps.map(describeStep),
    cut: areCut
      ? `Only the last ${count} steps are listed: "errand logs ${id}" prints all of them.`
      : '',
  };
}

function describeStep({
  kind,
  node_path: path,
  outcome,
  duration_ms: ms,
  ...step
}: Task['steps'][number]): string {
  const why = step.error_message ?? step.reason;
  const words = `${kind.replaceAll('_', ' ')} (${path}): ${outcome} after ${(ms / 1_000).toFixed(1)} s`;
  return why === null ? words : `${words}. ${why}`;
}
