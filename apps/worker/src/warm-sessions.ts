import type { Logger } from '@errand/app-runtime';
import type { WorkerSchemas } from '@errand/api-types';
import type { Session } from './browser/session.ts';
import type { ControlPlaneClient, SessionEnd } from './control-plane-client.ts';

type RenewedSession = WorkerSchemas['RenewedSession'];

/** A page that is well answers at once; a task should not wait long for one that is not. */
const HEALTH_DEADLINE_MS = 5_000;
const END_DEADLINE_MS = 60_000;
const DRAIN_DEADLINE_MS = 5_000;

/** A browser that waits, logged in, for the next task of its login queue. */
interface WarmSession {
  readonly sessionId: string;
  readonly session: Session;
  /** False while the report of its task is on the way: the control plane does not count it as idle yet. */
  isIdle: boolean;
  /** Aborted when the entry is removed. */
  readonly left: AbortController;
}

/** What became of the report that keeps a session. One of the two must be called. */
interface KeptSession {
  readonly confirm: () => void;
  readonly withdraw: () => Promise<void>;
}

interface WarmSessionOptions {
  readonly client: Pick<ControlPlaneClient, 'endSession'>;
  /** Idle browsers; over it the one that has been idle for longest ends. */
  readonly limit: number;
  readonly logger: Logger;
}

/**
 * Browsers of dedicated tasks between two tasks. Ends each when it is told to, when the browser dies and when it is disposed,
 * and tells the control plane.
 */
export class WarmSessions implements AsyncDisposable {
  readonly #options: WarmSessionOptions;
  /** Idle for longest is first: a session is a new entry each time it is kept. */
  readonly #kept = new Map<string, WarmSession>();
  readonly #ending = new Set<Promise<void>>();
  /** Browsers on their way out, by session. */
  readonly #leaving = new Map<string, Promise<void>>();
  #isDraining = false;

  constructor(options: WarmSessionOptions) {
    this.#options = options;
  }

  /** The idle ones. */
  list(): readonly WarmSession[] {
    return [...this.#kept.values()].filter(({ isIdle }) => isIdle);
  }

  /**
   * Takes over a tidy session before its task is reported, because the next task of its login may be claimed before the
   * answer is here. Undefined when none are kept any more: the session stays the caller's.
   */
  keep(sessionId: string, session: Session): KeptSession | undefined {
    if (this.#isDraining || this.#options.limit === 0) return undefined;
    const left = new AbortController();
    const entry = { sessionId, session, isIdle: false, left };
    this.#kept.set(sessionId, entry);
    return {
      confirm: () => this.#confirm(entry),
      withdraw: () => this.#end(entry, 'told'),
    };
  }

  /** Hands the session to a task. Undefined when it is gone or its page does not answer: then its browser has ended. */
  async take(sessionId: string): Promise<Session | undefined> {
    const entry = this.#kept.get(sessionId);
    if (!entry || !this.#remove(entry)) return undefined;
    if (await entry.session.answers(HEALTH_DEADLINE_MS)) return entry.session;
    this.#options.logger.warn('warm session does not answer', { sessionId });
    await entry.session[Symbol.asyncDispose]();
    return undefined;
  }

  /** Ends those of `asked` that the control plane does not hold any more. One that was taken meanwhile stays. */
  follow(asked: readonly WarmSession[], answers: readonly RenewedSession[]): void {
    const states = new Map(answers.map(({ session_id, state }) => [session_id, state]));
    for (const entry of asked) {
      if (states.get(entry.sessionId) !== 'held') this.#endLater(entry, 'told');
    }
  }

  /** Resolves when the browsers are gone; the control plane learns it soon after. */
  async end(sessionIds: readonly string[], reason: SessionEnd): Promise<void> {
    const end = async (sessionId: string): Promise<void> => {
      const entry = this.#kept.get(sessionId);
      const leaving = this.#leaving.get(sessionId);
      if (entry) await this.#end(entry, reason);
      // Whoever ends it tells of it, too; until then its login is in use.
      else if (leaving) await leaving;
      // Gone by itself, or kept by a worker of this name before: the control plane has to hear it all the same.
      else this.#report(sessionId, reason);
    };
    await Promise.all(sessionIds.map(end));
  }

  endAll(reason: SessionEnd): void {
    for (const entry of this.list()) this.#endLater(entry, reason);
  }

  /** Ends all and keeps no more. */
  drain(): void {
    this.#isDraining = true;
    this.endAll('drain');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.drain();
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  #confirm(entry: WarmSession): void {
    // Taken again meanwhile.
    if (entry.left.signal.aborted) return;
    entry.isIdle = true;
    if (this.#isDraining) return this.#endLater(entry, 'drain');
    if (!entry.session.isAlive()) return this.#endLater(entry, 'crashed');
    const { ended } = entry.session;
    const onEnd = (): void => this.#endLater(entry, 'crashed');
    ended.addEventListener('abort', onEnd, { once: true, signal: entry.left.signal });
    const idle = this.list();
    if (idle.length > this.#options.limit) this.#endLater(idle[0], 'idle');
  }

  /** Whoever removes an entry owns its browser. */
  #remove(entry: WarmSession): boolean {
    entry.left.abort();
    return this.#kept.get(entry.sessionId) === entry && this.#kept.delete(entry.sessionId);
  }

  async #end(entry: WarmSession, reason: SessionEnd): Promise<void> {
    const { sessionId, session } = entry;
    if (!this.#remove(entry)) return;
    this.#options.logger.info('warm session ends', { sessionId, reason });
    const left = Promise.resolve(session[Symbol.asyncDispose]());
    this.#leaving.set(sessionId, left);
    try {
      await left;
    } finally {
      this.#leaving.delete(sessionId);
    }
    this.#report(sessionId, reason);
  }

  #endLater(entry: WarmSession | undefined, reason: SessionEnd): void {
    if (entry) this.#track(this.#end(entry, reason));
  }

  #report(sessionId: string, reason: SessionEnd): void {
    const { client, logger } = this.#options;
    const deadline = AbortSignal.timeout(this.#isDraining ? DRAIN_DEADLINE_MS : END_DEADLINE_MS);
    const reported = client.endSession(sessionId, reason, deadline).catch((error: unknown) => {
      // Nobody renews it any more, so the control plane drops it after the lease time.
      logger.warn('end of a warm session not reported', { sessionId, error });
    });
    this.#track(reported);
  }

  #track(work: Promise<void>): void {
    // A browser that cannot be cleared away must not end the worker with all others.
    const settled = work
      .catch((error: unknown) => this.#options.logger.error('warm session did not end', { error }))
      .then(() => void this.#ending.delete(settled));
    this.#ending.add(settled);
  }
}
