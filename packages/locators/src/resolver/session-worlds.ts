import type { CDPSession, Frame } from 'puppeteer';
import { type IsolatedWorlds, openIsolatedWorlds } from './isolated-worlds.ts';
import { internalsOf } from './puppeteer-internals.ts';

/** The isolated worlds of all sessions of a page: out-of-process frames have their own sessions. */
export interface SessionWorlds extends AsyncDisposable {
  readonly of: (frame: Frame) => Promise<IsolatedWorlds>;
}

export function createSessionWorlds(): SessionWorlds {
  const opened = new Map<CDPSession, Promise<IsolatedWorlds>>();
  return {
    of(frame) {
      const { client } = internalsOf(frame);
      const known = opened.get(client);
      if (known) return known;
      for (const session of opened.keys()) if (session.detached) opened.delete(session);
      const opening = openIsolatedWorlds(client);
      opened.set(client, opening);
      // The next call retries a failed opening; this call rejects for its own caller.
      opening.catch(() => opened.delete(client));
      return opening;
    },
    async [Symbol.asyncDispose]() {
      const settled = await Promise.allSettled(opened.values());
      opened.clear();
      const worlds = settled.filter((result) => result.status === 'fulfilled');
      // A page that has closed has nothing left to remove.
      await Promise.allSettled(worlds.map(({ value }) => value[Symbol.asyncDispose]()));
    },
  };
}
