import type { CancelledTasks, RetriedTasks } from '@errand/client';
import { formatCount } from '../../ui/format.ts';

/** What a change of many tasks did, in sentences. */
export interface BulkOutcome {
  readonly done: string;
  /** What was not done, and why; undefined if everything was. */
  readonly left: string | undefined;
  readonly leftIds: readonly string[];
}

export function describeRetries(answer: RetriedTasks): BulkOutcome {
  const { retried_count: retried, already_retried_count: known, results } = answer;
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const reason = refused[0]?.error?.message;
  return {
    done: [
      `${formatCount(retried, 'task')} submitted again.`,
      ...(known > 0 ? [`${formatCount(known, 'task')} had been submitted again before.`] : []),
    ].join(' '),
    left:
      refused.length === 0
        ? undefined
        : `${formatCount(refused.length, 'task')} not submitted again. The first: ${reason ?? ''}`,
    leftIds: refused.map(({ retry_of: id }) => id),
  };
}

export function describeCancellations(answer: CancelledTasks): BulkOutcome {
  const { already_final_count: ended, not_found_count: missing, results } = answer;
  const cancelled = answer.cancelled_count + answer.cancel_requested_count;
  const missed = results.filter(({ outcome }) => outcome === 'not_found');
  return {
    done: [
      `${formatCount(cancelled, 'task')} cancelled.`,
      ...(ended > 0 ? [`${formatCount(ended, 'task')} had ended before.`] : []),
    ].join(' '),
    left:
      missing === 0
        ? undefined
        : `${formatCount(missing, 'task')} not cancelled, because they were deleted.`,
    leftIds: missed.map(({ task_id: id }) => id),
  };
}
