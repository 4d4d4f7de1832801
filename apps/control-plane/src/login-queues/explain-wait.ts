import type { Holder } from './find-holders.ts';
import { MAX_PLACE, type Wait } from './read-wait.ts';
import type { WaitReason } from './wait-reason.ts';

/**
 * Returns null for a task that does not wait. For a task behind others of its login, returns what
 * the first of them waits for.
 */
export function reasonOf(wait: Wait): WaitReason | null {
  if (wait.status !== 'queued') return null;
  if (wait.pause !== null) return 'paused';
  const { max_running: limit, running, given, parked } = wait;
  if (limit !== null && running !== null && running >= limit) return 'login_busy';
  const placed = parked + given + wait.held_back;
  const inLane = (wait.login_queue_id === null ? 1 : (wait.issued ?? 0)) - placed;
  if (inLane > 0 && isPortalFull(wait)) return 'portal_limit';
  if (inLane + given > 0 && isAccountFull(wait)) return 'account_limit';
  if (inLane > 0) return 'no_worker';
  if (given > 0) return 'warm_session_busy';
  if (parked > 0) return 'portal_limit';
  return wait.held_back > 0 ? 'account_limit' : 'no_worker';
}

/** Whether a claim would park the task's permit because the account is at its limit. */
function isAccountFull({ account_limit: limit, account_running: running }: Wait): boolean {
  return limit !== null && running >= limit;
}

/** Whether a claim would park the task's permit because the portal is full. */
function isPortalFull(wait: Wait): boolean {
  return (wait.is_dedicated || wait.max_parallelism !== null) && wait.room <= 0;
}

/** Explains the wait in a sentence for people. */
export function describeWait(reason: WaitReason | null, wait: Wait): string {
  return reason === null ? 'The task is not waiting.' : DESCRIPTIONS[reason](wait);
}

/** Names a debug session that holds a place, since it may stay open for long. */
export function describeSessions(holders: readonly Holder[]): string {
  const [first, ...others] = holders.filter(({ is_session: isSession }) => isSession);
  if (!first) return '';
  const what =
    others.length === 0
      ? `The debug session ${first.id} holds a place`
      : `${others.length + 1} debug sessions hold places, such as ${first.id}`;
  return ` ${what}: end it (errand sessions end ${first.id}, or DELETE /api/v1/sessions/${first.id}), or wait for its end.`;
}

const DESCRIPTIONS: Readonly<Record<WaitReason, (wait: Wait) => string>> = {
  paused: describePause,
  login_busy: describeLogin,
  portal_limit: describePortal,
  account_limit: describeAccount,
  warm_session_busy: () =>
    'It is next for the warm session of its login, whose worker has not taken it yet.',
  no_worker: describeWorkers,
};

function describePause({ paused, origin, pause }: Wait): string {
  const what = { account: 'this account', portal: origin, login: 'this login' }[
    paused ?? 'account'
  ];
  const until = pause?.expires_at ? ` until ${pause.expires_at}` : '';
  return `An operator has paused ${what}${until}: ${pause?.reason ?? ''}`;
}

function describeLogin({ running, max_running: limit }: Wait): string {
  const busy = running === 1 ? '1 task is' : `${running} tasks are`;
  return `${busy} already running for the same login, and the limit is ${limit} (per_login_parallelism).`;
}

function describePortal({ origin, max_parallelism: limit, unused_sessions: unused }: Wait): string {
  if (limit === null) {
    return `Another login has the only warm session of ${origin}: submit with max_parallelism for more.`;
  }
  const full = `${origin} has reached its limit (max_parallelism ${limit})`;
  return unused === 0 ? `${full}.` : `${full}, ${unused} of it used by idle warm sessions.`;
}

/** Does not reveal the limit: by default it follows from the workers' slots. */
function describeAccount({ account_limit: limit, account_running: running }: Wait): string {
  if (limit === 0) return 'The account has used up its minutes of the last 24 hours.';
  const busy = running === 1 ? '1 task' : `${running} tasks`;
  return `The account is running ${busy}, which is its limit.`;
}

/** Does not reveal what the workers do: they also run tasks of other accounts. */
function describeWorkers({ has_worker: hasWorker, is_understood: isUnderstood }: Wait): string {
  if (!hasWorker) return 'No worker that serves this account was seen within the last 60 seconds.';
  return isUnderstood
    ? 'It starts as soon as a worker has a free slot.'
    : 'No worker that serves this account is new enough for a debug session or a continued task: update a worker.';
}

/**
 * Roughly estimates the seconds until the task starts: its position times the median duration.
 * Returns null if unknown, for example while it waits for a worker: that depends on other accounts'
 * tasks.
 */
export function estimateWait(
  reason: WaitReason | null,
  wait: Wait,
  position: number,
): number | null {
  const { median_seconds: median, has_worker: hasWorker } = wait;
  if (reason === null || reason === 'no_worker' || reason === 'paused') return null;
  if (reason === 'account_limit' && wait.account_limit === 0) return null;
  if (median === null || !hasWorker || position > MAX_PLACE) return null;
  return Math.ceil(Math.ceil(position / parallel(reason, wait)) * median);
}

function parallel(reason: WaitReason, wait: Wait): number {
  const { max_running: ofLogin, max_parallelism: ofPortal, account_limit: ofAccount } = wait;
  if (reason === 'portal_limit') return Math.min(ofPortal ?? 1, ofLogin ?? Infinity);
  if (reason === 'account_limit') return Math.min(ofAccount ?? 1, ofLogin ?? Infinity);
  return ofLogin ?? 1;
}
