import { type Desktop, waitUntilStill } from '@errand/desktop';
import { pauseUntilAborted } from '@errand/foundation';
import { findDrawnArea } from './drawn-area.ts';
import type { RdpHost } from './find-rdp-host.ts';
import { readLoginScreen } from './read-login-screen.ts';
import {
  RemoteDesktopLoginFailedError,
  RemoteDesktopUnreachableError,
} from './remote-desktop-errors.ts';

const LOOK_EVERY_MS = 150;
/** A login goes through several windows; what rests this long is what the user gets. */
const STILL = { quietMs: 400, timeoutMs: 3_000 };
/** A picture without any text may be a desktop, or one that comes to be. */
const TEXTLESS_MS = 3_000;

interface Login {
  readonly desktop: Desktop;
  readonly host: RdpHost;
  /** How long it may take. */
  readonly loginMs: number;
}

/**
 * Waits until the display shows the desktop of a user, or a login of the desktop's own when the task brings no password.
 * Throws RemoteDesktopLoginFailedError when its picture says that the password was wrong, RemoteDesktopUnreachableError
 * when nothing is to be seen in time, and the reason of the signal.
 */
export async function awaitDesktop(
  { desktop, host, loginMs }: Login,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + loginMs;
  let textlessSince: number | undefined;
  while (performance.now() < endsAt) {
    const text = await readDrawn(desktop, signal);
    signal.throwIfAborted();
    if (text === undefined) {
      await pauseUntilAborted(LOOK_EVERY_MS, signal);
      continue;
    }
    const state = readLoginScreen(text);
    if (state.kind === 'refused') {
      throw new RemoteDesktopLoginFailedError(host.text, `its screen says "${state.words}"`);
    }
    if (state.kind === 'open') return;
    if (state.kind === 'in-progress') textlessSince = undefined;
    else if (performance.now() - (textlessSince ??= performance.now()) > TEXTLESS_MS) return;
  }
  const seconds = Math.round(loginMs / 1_000);
  throw new RemoteDesktopUnreachableError(host.text, `it showed no desktop within ${seconds} s`);
}

/** A line for each of the screen's; undefined while nothing is drawn. */
async function readDrawn(desktop: Desktop, signal: AbortSignal): Promise<string | undefined> {
  if (!findDrawnArea(await desktop.look(signal))) return undefined;
  await waitUntilStill(desktop, STILL, signal);
  const picture = await desktop.look(signal);
  const texts = await desktop.readTexts(picture, signal, findDrawnArea(picture));
  const lines = Map.groupBy(texts, ({ line }) => line);
  return [...lines.values()].map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}
