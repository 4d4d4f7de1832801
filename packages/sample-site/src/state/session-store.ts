import { randomUUID } from 'node:crypto';

const MAX_SESSIONS = 1_000;

/**
 * active: signed in. code-by-mail, code-by-app: the password was correct, the code is pending.
 * replaced: the account signed in elsewhere while only one session is allowed.
 */
export type SessionState = 'active' | 'code-by-mail' | 'code-by-app' | 'replaced';

export interface Session {
  readonly id: string;
  readonly account: string;
  state: SessionState;
}

export interface SessionStore {
  open(account: string, state: SessionState): Session;
  find(id: string): Session | undefined;
  /** Activates the session; with one session per login it replaces the account's others. */
  activate(session: Session): void;
  close(id: string): void;
}

/** Keeps the 1,000 newest sessions in memory. */
export function createSessionStore(options: {
  readonly singleSessionPerLogin: boolean;
}): SessionStore {
  const sessions = new Map<string, Session>();
  return {
    open(account, state) {
      const session: Session = { id: randomUUID(), account, state };
      sessions.set(session.id, session);
      const oldest = sessions.keys().next();
      if (sessions.size > MAX_SESSIONS && !oldest.done) sessions.delete(oldest.value);
      if (state === 'active') this.activate(session);
      return session;
    },
    find: (id) => sessions.get(id),
    activate(session) {
      session.state = 'active';
      if (!options.singleSessionPerLogin) return;
      for (const other of sessions.values()) {
        if (other !== session && other.account === session.account) other.state = 'replaced';
      }
    },
    close: (id) => void sessions.delete(id),
  };
}
