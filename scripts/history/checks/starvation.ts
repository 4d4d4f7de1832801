import { HELD, type History, type LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';
import { longestQuiet } from './quiet-times.ts';

/** A free slot claims a task immediately, but a new process on a busy machine is slow. */
const QUIET_MS = 45_000;
/** The longest wait allowed while faults keep happening. */
const EVER_MS = 240_000;

type Line = LineOf<'transition' | 'login-limit' | 'portal-limit' | 'session'> & {
  readonly id: number;
};

/** The tasks of a login queue, or a single task without one. */
interface Lane {
  readonly accountId: string;
  readonly loginQueueId: number | null;
  readonly portalId: number;
  readonly waiting: Map<string, LineOf<'transition'>>;
  readonly held: Set<string>;
  /** Since when one of the lane's tasks has lacked only a free slot. */
  since: number | undefined;
}

/**
 * Replays the waits: no task stays queued while its login queue and its portal have room and a slot
 * is free for it, plus a slot for other accounts if there are any. Ignores lanes with dedicated
 * tasks or warm sessions, because those wait for a specific worker.
 */
export function checkStarvation(history: History): Violation[] {
  const [run] = history.of('run');
  if (!run) return [];
  const accounts = new Set(history.of('transition').map(({ accountId }) => accountId));
  const fleet = new Fleet(run.slots, accounts.size > 1 ? run.slots - 1 : run.slots);
  const found = new Map<Lane, Violation>();
  const look = (now: number): void => {
    for (const lane of fleet.lanes.values()) {
      const since = fleet.waitingSince(lane);
      const waited = now - (since ?? now);
      if (since === undefined || waited <= QUIET_MS) continue;
      if (waited <= EVER_MS && longestQuiet(history, since, now) <= QUIET_MS) continue;
      const [first] = lane.waiting.keys();
      const text = `Task ${first} waited ${Math.round(waited / 1_000)} s despite free slots, with its login queue (${lane.loginQueueId}) and portal (${lane.portalId}) free.`;
      found.set(lane, { rule: 'starved', text });
    }
  };
  for (const line of history.database('transition', 'login-limit', 'portal-limit', 'session')) {
    look(line.at);
    fleet.apply(line);
  }
  for (const { at } of history.of('end')) look(at);
  return [...found.values()];
}

/** What is in use and what is waiting at one point in the history. */
class Fleet {
  readonly lanes = new Map<string, Lane>();
  readonly #slots: number;
  readonly #loginLimits = new Map<number, number>();
  readonly #portalLimits = new Map<number, number | null>();
  readonly #sessions = new Map<string, LineOf<'session'>>();
  readonly #held = new Map<string, number>();
  /** How many tasks of one account may be held; at least 1. */
  readonly #accountLimit: number;
  readonly #heldOf = new Map<string, Set<string>>();
  /** When a slot became free, and when each account became entitled to another slot. */
  #freeSince: number | undefined = 0;
  readonly #accountFreeSince = new Map<string, number | undefined>();

  constructor(slots: number, accountLimit: number) {
    this.#slots = slots;
    this.#accountLimit = Math.max(1, accountLimit);
  }

  apply(line: Line): void {
    if (line.type === 'login-limit') this.#loginLimits.set(line.loginQueueId, line.limit);
    else if (line.type === 'portal-limit') this.#portalLimits.set(line.portalId, line.limit);
    else if (line.type === 'transition') this.#move(line);
    else if (line.state === 'gone') this.#sessions.delete(line.sessionId);
    else this.#sessions.set(line.sessionId, line);
    const { at } = line;
    this.#freeSince = this.#held.size < this.#slots ? (this.#freeSince ?? at) : undefined;
    for (const lane of this.lanes.values()) {
      const isTouched =
        line.type === 'login-limit'
          ? lane.loginQueueId === line.loginQueueId
          : lane.portalId === line.portalId;
      if (isTouched) lane.since = this.#canStart(lane) ? (lane.since ?? at) : undefined;
    }
  }

  /** Returns since when the lane has waited without a reason; undefined if it has not. */
  waitingSince({ since, accountId }: Lane): number | undefined {
    const accountSince = this.#accountFreeSince.get(accountId);
    if (since === undefined || this.#freeSince === undefined) return undefined;
    return accountSince === undefined ? undefined : Math.max(since, this.#freeSince, accountSince);
  }

  #move(line: LineOf<'transition'>): void {
    const { taskId, accountId, status, loginQueueId, portalId } = line;
    if (portalId === null) return;
    const key = `${portalId}/${loginQueueId ?? taskId}`;
    const empty = {
      accountId,
      loginQueueId,
      portalId,
      waiting: new Map(),
      held: new Set<string>(),
    };
    const lane: Lane = this.lanes.get(key) ?? { ...empty, since: undefined };
    this.lanes.set(key, lane);
    lane.waiting.delete(taskId);
    lane.held.delete(taskId);
    this.#held.delete(taskId);
    if (status === 'queued') lane.waiting.set(taskId, line);
    if (HELD.has(status)) {
      lane.held.add(taskId);
      this.#held.set(taskId, portalId);
      // The lane made progress, so its other tasks wait from now on.
      lane.since = undefined;
    }
    if (lane.waiting.size + lane.held.size === 0) this.lanes.delete(key);
    this.#count(line);
  }

  #count({ at, taskId, accountId, status }: LineOf<'transition'>): void {
    const held = this.#heldOf.get(accountId) ?? new Set();
    this.#heldOf.set(accountId, held);
    if (HELD.has(status)) held.add(taskId);
    else held.delete(taskId);
    const since = this.#accountFreeSince.get(accountId) ?? at;
    this.#accountFreeSince.set(accountId, held.size < this.#accountLimit ? since : undefined);
  }

  #canStart({ waiting, held, loginQueueId, portalId }: Lane): boolean {
    if (waiting.size === 0) return false;
    if (waiting.values().some(({ isDedicated }) => isDedicated)) return false;
    const sessions = [...this.#sessions.values()].filter((line) => line.portalId === portalId);
    if (loginQueueId !== null) {
      if (held.size >= (this.#loginLimits.get(loginQueueId) ?? 1)) return false;
      if (sessions.some((session) => session.loginQueueId === loginQueueId)) return false;
    }
    const limit = this.#portalLimits.get(portalId) ?? null;
    if (limit === null) return true;
    const onSessions = new Set(sessions.map(({ taskId }) => taskId));
    const others = [...this.#held].filter(([id, at]) => at === portalId && !onSessions.has(id));
    return sessions.length + others.length < limit;
  }
}
