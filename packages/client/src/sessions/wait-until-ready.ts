import { SessionEndedError } from '../errors.ts';
import { pause } from '../transport/pause.ts';
import type { ReadyOptions, Session } from './session.ts';

const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/** Polls the state, at growing intervals, until it is `ready`. Throws SessionEndedError. */
export async function waitUntilReady(
  get: Session['get'],
  { signal = new AbortController().signal, onState }: ReadyOptions,
): ReturnType<Session['get']> {
  let known: string | undefined;
  for (let interval = FIRST_MS; ; interval = Math.min(LONGEST_MS, interval * 1.5)) {
    const session = await get({ signal });
    const { state } = session;
    if (state !== known) onState?.(session);
    known = state;
    if (state === 'ready') return session;
    if (state === 'ended') throw new SessionEndedError(session);
    await pause(interval, signal);
  }
}
