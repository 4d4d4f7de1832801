import type { Behaviour } from './behaviour.ts';
import type { ChangeRecord } from './record-change.ts';

/** When steps of a task ended, in milliseconds since 1970, and what the task extracted. */
export interface TaskTimes {
  readonly actEndedAt: number;
  readonly readEndedAt: number;
  readonly read: string;
}

/**
 * `stale`: the task succeeded but did not read the final text. `failed`: it did not succeed.
 * `unproven`: the page changed too early or not as intended, so the case proves nothing.
 */
export type Outcome = 'new' | 'stale' | 'failed' | 'unproven';

export interface Judgement {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** Time from the action to the end of the change. */
  readonly lastedMs?: number;
  /**
   * From the end of the change, as recorded by the page, to the end of the step that waited for it:
   * the one that acted, or the extraction if only its wait outlasted the change. Includes the rest
   * of that step.
   */
  readonly waitMs?: number;
  /** Time from the end of the change to the end of the extraction. */
  readonly readMs?: number;
}

/** A change earlier than this fraction of the delay does not count as delayed. */
const LEAST_PART = 0.5;

export function judgeCase(
  { before = 'old', after = 'new' }: Pick<Behaviour, 'before' | 'after'>,
  { actEndedAt, readEndedAt, read }: TaskTimes,
  { seen, delayMs }: { readonly seen: ChangeRecord | undefined; readonly delayMs: number },
): Judgement {
  if (seen?.actedAt === undefined)
    return { outcome: 'unproven', reason: 'The page saw no action.' };
  if (seen.before !== before || seen.text !== after)
    return {
      outcome: 'unproven',
      reason: `The page went from "${seen.before}" to "${seen.text}", not from "${before}" to "${after}".`,
    };
  const lastedMs = seen.changedAt - seen.actedAt;
  if (lastedMs < LEAST_PART * delayMs)
    return { outcome: 'unproven', reason: `The change took only ${lastedMs} ms.` };
  if (read !== after)
    return {
      outcome: 'stale',
      reason: `It read "${read}" ${seen.changedAt - readEndedAt} ms before the change ended.`,
      lastedMs,
    };
  const waitEndedAt = seen.changedAt <= actEndedAt ? actEndedAt : readEndedAt;
  const waitMs = waitEndedAt - seen.changedAt;
  return { outcome: 'new', lastedMs, waitMs, readMs: readEndedAt - seen.changedAt };
}
