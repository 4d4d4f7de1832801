import { type Desktop, waitUntilStill } from '@errand/desktop';
import { pauseUntilAborted } from '@errand/foundation';
import { findDrawnArea } from './drawn-area.ts';
import type { RdpHost } from './find-rdp-host.ts';
import { type LoginState, readLoginScreen } from './read-login-screen.ts';
import {
  RemoteDesktopLoginFailedError,
  RemoteDesktopUnreachableError,
} from './remote-desktop-errors.ts';

const LOOK_EVERY_MS = 150;
/** A login shows several windows; the one that stays this long is the user's desktop. */
const STILL = { quietMs: 400, timeoutMs: 3_000 };
/** A screen without text may be a desktop, or one that is still loading. */
const TEXTLESS_MS = 3_000;
/** On a slow host, a window of the login may be read before all its words are drawn. */
const OPEN_MS = 1_000;

interface Login {
  readonly desktop: Desktop;
  readonly host: RdpHost;
  /** Login deadline in milliseconds. */
  readonly loginMs: number;
}

/**
 * Waits until the display shows a user's desktop, or the desktop's own login screen when the task
 * has no password. Throws RemoteDesktopLoginFailedError when the screen says that the password was
 * wrong, RemoteDesktopUnreachableError when nothing appears in time, and the reason of the signal.
 */
export async function awaitDesktop(
  { desktop, host, loginMs }: Login,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + loginMs;
  let seen: { readonly kind: LoginState['kind']; readonly since: number } | undefined;
  while (performance.now() < endsAt) {
    const text = await readDrawn(desktop, signal);
    signal.throwIfAborted();
    if (text === undefined) {
      await pauseUntilAborted(LOOK_EVERY_MS, signal);
      continue;
    }
    const state = readLoginScreen(text);
    if (state.kind === 'refused') {
      throw new RemoteDesktopLoginFailedError(host.text, `its screen shows "${state.words}"`);
    }
    if (seen?.kind !== state.kind) seen = { kind: state.kind, since: performance.now() };
    const shownMs = performance.now() - seen.since;
    if (state.kind === 'open' && shownMs > OPEN_MS) return;
    if (state.kind === 'textless' && shownMs > TEXTLESS_MS) return;
  }
  const seconds = Math.round(loginMs / 1_000);
  throw new RemoteDesktopUnreachableError(host.text, `it showed no desktop within ${seconds} s`);
}

/** Returns the text of the screen, line by line; undefined while nothing is drawn. */
async function readDrawn(desktop: Desktop, signal: AbortSignal): Promise<string | undefined> {
  if (!findDrawnArea(await desktop.look(signal))) return undefined;
  await waitUntilStill(desktop, STILL, signal);
  const picture = await desktop.look(signal);
  const texts = await desktop.readTexts(picture, signal, findDrawnArea(picture));
  const lines = Map.groupBy(texts, ({ line }) => line);
  return [...lines.values()].map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}
