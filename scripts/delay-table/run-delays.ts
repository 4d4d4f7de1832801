import { CLICK, DELAYS, type Behaviour, type RecurringPage } from './behaviour.ts';
import { judgeCase, type Judgement } from './judge-case.ts';
import { runOf, visitPages, type Stage } from './visit-pages.ts';

export interface DelayResult extends Judgement {
  readonly delayMs: number;
  readonly taskId?: string;
  /** What was still active when a wait reached its bound, from the task's record. */
  readonly waitedFor?: readonly string[];
}

export interface BehaviourResult {
  readonly name: string;
  readonly results: readonly DelayResult[];
}

export interface OverheadResult {
  readonly periodMs: number;
  /** Duration of the two steps with and without ticking. Missing if the task failed. */
  readonly tickingMs?: number;
  readonly stillMs?: number;
  readonly overheadMs?: number;
  readonly reason?: string;
}

export interface RecurringResult {
  readonly name: string;
  readonly results: readonly OverheadResult[];
}

/** Runs a behaviour once with each delay. */
export async function runBehaviour(stage: Stage, behaviour: Behaviour): Promise<BehaviourResult> {
  const { name, act } = behaviour;
  const visits = DELAYS.map((delayMs) => ({ delayMs }));
  try {
    const visited = await visitPages(stage, { page: behaviour, act, visits });
    const results = visits.flatMap((visit, index): DelayResult[] => {
      const found = visited[index];
      if (!found) return [];
      const { taskId, times, waitedFor } = found;
      const seen = stage.site.seen(runOf(behaviour, visit));
      const judgement = judgeCase(behaviour, times, { seen, ...visit });
      return [{ ...visit, taskId, ...judgement, ...(waitedFor.length > 0 && { waitedFor }) }];
    });
    return { name, results };
  } catch (error) {
    const reason = messageOf(error);
    return { name, results: visits.map((visit) => ({ ...visit, outcome: 'failed', reason })) };
  }
}

/** Runs the same steps on the page with and without its ticking, once with each period. */
export async function runRecurring(stage: Stage, page: RecurringPage): Promise<RecurringResult> {
  const visits = DELAYS.flatMap((delayMs) => [
    { delayMs, isTicking: false },
    { delayMs, isTicking: true },
  ]);
  const { name } = page;
  const script = `${page.script} go.onclick = () => put('new');`;
  try {
    const visited = await visitPages(stage, { page: { ...page, script }, act: CLICK, visits });
    const stale = visited.find(({ times }) => times.read !== 'new');
    if (stale) throw new Error(`${stale.taskId}: it read "${stale.times.read}", not "new".`);
    const times = visited.map(({ stepsMs }) => stepsMs);
    const results = DELAYS.map((periodMs, index) => {
      const [stillMs = NaN, tickingMs = NaN] = times.slice(index * 2);
      return { periodMs, stillMs, tickingMs, overheadMs: tickingMs - stillMs };
    });
    return { name, results };
  } catch (error) {
    const reason = messageOf(error);
    return { name, results: DELAYS.map((periodMs) => ({ periodMs, reason })) };
  }
}

function messageOf(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
