import type { Logger } from '@errand/app-runtime';
import type { WorkerSchemas } from '@errand/api-types';
import type { Session } from './browser/session.ts';
import type { ControlPlaneClient, SessionEnd } from './control-plane-client.ts';

type RenewedSession = WorkerSchemas['RenewedSession'];

/** A healthy page responds immediately; a task should not wait long for an unhealthy one. */
const HEALTH_DEADLINE_MS = 5_000;
const END_DEADLINE_MS = 60_000;
const DRAIN_DEADLINE_MS = 5_000;

/** An idle, logged-in browser kept for the next task of its login queue. */
interface WarmSession {
  readonly sessionId: string;
  readonly session: Session;
  /**
   * False while the report of its task is in flight: the control plane does not count the browser
   * as idle yet.
   */
  isIdle: boolean;
  /** Aborted when the entry is removed. */
  readonly left: AbortController;
}

/** Settles the report that keeps a session. Call exactly one of the two methods. */
interface KeptSession {
  readonly confirm: () => void;
  readonly withdraw: () => Promise<void>;
}

interface WarmSessionOptions {
  readonly client: Pick<ControlPlaneClient, 'endSession'>;
  /** Maximum idle browsers; above it, the one that has been idle longest ends. */
  readonly limit: number;
  readonly logger: Logger;
}

/**
 * Browsers of dedicated tasks, kept between two tasks. Ends a browser when asked to, when it dies
 * and on disposal, and reports each end to the control plane.
 */
export class WarmSessions implements AsyncDisposable {
  readonly #options: WarmSessionOptions;
  /** Ordered with the longest idle first: keeping a session again creates a new entry. */
  readonly #kept = new Map<string, WarmSession>();
  readonly #ending = new Set<Promise<void>>();
  /** Browsers that are ending, by session. */
  readonly #leaving = new Map<string, Promise<void>>();
  #isDraining = false;

  constructor(options: WarmSessionOptions) {
    this.#options = options;
  }

  /** Returns the idle sessions. */
  list(): readonly WarmSession[] {
    return [...this.#kept.values()].filter(({ isIdle }) => isIdle);
  }

  /**
   * Takes over a tidied session before its task is reported, because the next task of its login may
   * be claimed before the report's response arrives. Returns undefined when no more sessions are
   * kept: the caller still owns the session.
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

  /**
   * Hands the session to a task. Returns undefined when the session is gone, or after ending its
   * browser because its page does not respond.
   */
  async take(sessionId: string): Promise<Session | undefined> {
    const entry = this.#kept.get(sessionId);
    if (!entry || !this.#remove(entry)) return undefined;
    if (await entry.session.answers(HEALTH_DEADLINE_MS)) return entry.session;
    this.#options.logger.warn('warm session does not respond', { sessionId });
    await entry.session[Symbol.asyncDispose]();
    return undefined;
  }

  /**
   * Ends those of `asked` that the control plane no longer holds. A session taken by a task since
   * then stays.
   */
  follow(asked: readonly WarmSession[], answers: readonly RenewedSession[]): void {
    const states = new Map(answers.map(({ session_id, state }) => [session_id, state]));
    for (const entry of asked) {
      if (states.get(entry.sessionId) !== 'held') this.#endLater(entry, 'told');
    }
  }

  /** Resolves when the browsers are gone; the control plane is informed soon after. */
  async end(sessionIds: readonly string[], reason: SessionEnd): Promise<void> {
    const end = async (sessionId: string): Promise<void> => {
      const entry = this.#kept.get(sessionId);
      const leaving = this.#leaving.get(sessionId);
      if (entry) await this.#end(entry, reason);
      // The caller that ends the session also reports its end; the login is in use until then.
      else if (leaving) await leaving;
      // Crashed, or kept by an earlier worker of this name: still report its end.
      else this.#report(sessionId, reason);
    };
    await Promise.all(sessionIds.map(end));
  }

  endAll(reason: SessionEnd): void {
    for (const entry of this.list()) this.#endLater(entry, reason);
  }

  /** Ends all idle sessions and keeps no further ones. */
  drain(): void {
    this.#isDraining = true;
    this.endAll('drain');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.drain();
    while (this.#ending.size > 0) await Promise.all(this.#ending);
  }

  #confirm(entry: WarmSession): void {
    // A task has already taken the session.
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

  /** Removes an entry. The caller that gets true owns its browser. */
  #remove(entry: WarmSession): boolean {
    entry.left.abort();
    return this.#kept.get(entry.sessionId) === entry && this.#kept.delete(entry.sessionId);
  }

  async #end(entry: WarmSession, reason: SessionEnd): Promise<void> {
    const { sessionId, session } = entry;
    if (!this.#remove(entry)) return;
    this.#options.logger.info('warm session is ending', { sessionId, reason });
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
      // The control plane drops the session after the lease time, since it is no longer renewed.
      logger.warn('end of a warm session not reported', { sessionId, error });
    });
    this.#track(reported);
  }

  #track(work: Promise<void>): void {
    // A browser that cannot be cleaned up must not take down the worker and all other browsers.
    const settled = work
      .catch((error: unknown) => this.#options.logger.error('warm session did not end', { error }))
      .then(() => void this.#ending.delete(settled));
    this.#ending.add(settled);
  }
}
