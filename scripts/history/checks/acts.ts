import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFreezes, frozenMs } from './freezes.ts';
import { findLeases, type Lease } from './leases.ts';

/** A worker stops on its own timer when its lease expires; requests already sent still arrive. */
const TOLERANCE_MS = 3_000;

/**
 * Side effects on the site: every success acted, each page acted once, no task acted more often
 * than it had attempts, and no attempt acted without a lease.
 */
export function checkActs(history: History): Violation[] {
  const taskIds = new Map(history.of('task').map(({ ref, taskId }) => [ref, taskId]));
  const acts = history
    .of('act')
    .map((act) => ({ ...act, taskId: taskIds.get(act.ref) ?? act.ref }));
  return [
    ...findMissing(history, acts),
    ...findRepeated(history, acts),
    ...findUnleased(history, acts),
  ];
}

type Act = LineOf<'act'> & { readonly taskId: string };

function findMissing(history: History, acts: readonly Act[]): Violation[] {
  const byTask = Map.groupBy(acts, ({ taskId }) => taskId);
  const isPart = (act: Act, { epoch, at }: LineOf<'transition'>): boolean =>
    (act.epoch === null || act.epoch === epoch) && act.at <= at + 1;
  return history
    .database('transition')
    .filter(({ status }) => status === 'success')
    .filter((success) => {
      const ofTask = (byTask.get(success.taskId) ?? []).filter((act) => isPart(act, success));
      return new Set(ofTask.map(({ phase }) => phase)).size < 2;
    })
    .map(({ taskId, epoch }) => ({
      rule: 'act-missing',
      text: `Task ${taskId} is a success at epoch ${epoch}; the site did not see it act.`,
    }));
}

function findRepeated(history: History, acts: readonly Act[]): Violation[] {
  const began = acts.filter(({ phase }) => phase === 'began');
  const attempts = Map.groupBy(
    history.database('transition').filter(({ status }) => status === 'allocated'),
    ({ taskId }) => taskId,
  );
  const tokens = [...Map.groupBy(acts, ({ token, phase }) => `${token} (${phase})`)];
  const tasks = [...Map.groupBy(began, ({ taskId }) => taskId)];
  return [
    ...tokens
      .filter(([, ofToken]) => ofToken.length > 1)
      .map(([page, ofToken]) => ({ page, times: ofToken.length, allowed: 1 })),
    ...tasks
      .map(([taskId, ofTask]) => ({
        page: taskId,
        times: ofTask.length,
        allowed: attempts.get(taskId)?.length ?? 0,
      }))
      .filter(({ times, allowed }) => times > allowed),
  ].map(({ page, times, allowed }) => ({
    rule: 'act-repeated',
    text: `The site saw ${page} act ${times} times; ${allowed} are allowed.`,
  }));
}

function findUnleased(history: History, acts: readonly Act[]): Violation[] {
  const leases = findLeases(history);
  const horizon = Math.max(0, ...acts.map(({ at }) => at));
  const freezes = findFreezes(history, horizon);
  return acts
    .filter(({ pid, epoch, taskId, at }) => {
      if (pid === null || epoch === null) return false;
      const lease = leases.get(`${taskId}/${epoch}`);
      return !lease || !isHeld(lease, at, (span) => frozenMs(freezes, { pid, ...span }));
    })
    .map(({ taskId, epoch, at }) => ({
      rule: 'act-unleased',
      text: `The site saw epoch ${epoch} of task ${taskId} act at ${at}, without a lease.`,
    }));
}

function isHeld(
  { beganAt, endedAt = Infinity }: Lease,
  at: number,
  frozen: (span: { readonly from: number; readonly to: number }) => number,
): boolean {
  if (at + 1 < beganAt) return false;
  return at <= endedAt || at - endedAt - frozen({ from: endedAt, to: at }) <= TOLERANCE_MS;
}
