import { useQuery } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { readVersion } from '../../api/read-version.ts';
import { describeStep } from '../nodes/describe-node.ts';
import { isObject, pathOfWire, valueAt } from '../nodes/paths.ts';
import type { TaskDetail } from './task-detail.ts';
import type { Step } from './waterfall-rows.ts';

/** What a step acts on, such as its locator; empty if that is unknown. */
export type TargetOf = (step: Step) => string;

/**
 * Targets from the version of the recording that the task uses: unknown until that is loaded, and
 * for good if it was deleted.
 */
export function useStepTargets({
  recording_id: recordingId,
  recording_version: version,
}: TaskDetail): TargetOf {
  const errand = useErrand();
  const { data: automation } = useQuery({
    queryKey: ['recording', recordingId, 'version', version],
    queryFn: ({ signal }) => readVersion(errand, { recordingId, version, signal }),
    // A version never changes.
    staleTime: Infinity,
    retry: false,
  });
  return ({ kind, node_path: path }) => {
    const node = valueAt(automation, pathOfWire(path));
    return isObject(node) ? describeStep(kind, node) : '';
  };
}
