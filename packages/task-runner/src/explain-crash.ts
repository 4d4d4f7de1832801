import { type MemoryGroup, OutOfMemoryError } from './memory-group.ts';
import { describeFailure } from './task-failure.ts';
import type { Failure } from './task-reporter.ts';

/** What a task reports when the kernel kills one of its processes. */
const CRASHES: ReadonlySet<string> = new Set([
  'browser_crashed',
  'display_unavailable',
  'remote_desktop_lost',
]);

/**
 * Returns the failure, or lack of memory instead if it is a crash and the kernel has killed
 * processes of this worker. `killsBefore` is the count before the attempt.
 */
export function explainCrash(
  failure: Failure,
  memory: MemoryGroup,
  killsBefore: number | undefined,
): Failure {
  if (!CRASHES.has(failure.class) || killsBefore === undefined) return failure;
  const killsAfter = memory.countKills() ?? killsBefore;
  if (killsAfter <= killsBefore) return failure;
  return { ...failure, ...describeFailure(new OutOfMemoryError(memory)) };
}
