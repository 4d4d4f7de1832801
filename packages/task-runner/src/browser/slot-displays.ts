import type { Logger } from '@errand/app-runtime';
import { openParkedDisplay } from '@errand/browser-launch';
import { clearDisplay, type Display } from '@errand/desktop';
import { tmpdir } from 'node:os';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';
import { once } from './once.ts';
import type { SessionOptions } from './session-options.ts';

/** Bounds what an X server accumulates. */
const MOST_SESSIONS = 200;

/**
 * The display of one slot, kept from one browser to the next. Disposing ends it, or, if a session
 * still has it, makes the end of that session end it.
 */
export interface SlotDisplays extends AsyncDisposable {
  /**
   * Opens a display for one session. Disposing the display gives it back, after everything that
   * used it has ended. `whyReplace` is asked then: a display that nothing speaks against, and on
   * which nothing is left, serves the next session.
   */
  readonly open: NonNullable<SessionOptions['openDisplay']>;
}

interface DisplayOptions extends Pick<
  SessionOptions,
  'environment' | 'height' | 'width' | 'workDirectory'
> {
  readonly logger: Pick<Logger, 'info'>;
}

interface OwnedDisplay extends AsyncDisposable {
  readonly display: Display;
  readonly hasEnded: () => boolean;
  /** How many sessions it has served. */
  readonly sessions: number;
}

export function createSlotDisplays(options: DisplayOptions): SlotDisplays {
  let kept: OwnedDisplay | undefined;
  let isOver = false;

  async function take(): Promise<OwnedDisplay> {
    const taken = kept;
    kept = undefined;
    if (taken?.hasEnded() === false) return taken;
    await taken?.[Symbol.asyncDispose]();
    return openNew(options);
  }

  async function giveBack(used: OwnedDisplay, refusal: string | undefined): Promise<void> {
    const next = { ...used, sessions: used.sessions + 1 };
    const reason = refusal ?? (await whyReplace(next));
    if (reason === undefined && !isOver && !kept) {
      kept = next;
      return;
    }
    if (reason !== undefined && !isOver) options.logger.info('display replaced', { reason });
    await used[Symbol.asyncDispose]();
  }

  return {
    async open(refusalOf) {
      const owned = await take();
      const end = once(() => giveBack(owned, refusalOf()));
      return { ...owned.display, [Symbol.asyncDispose]: end };
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await kept?.[Symbol.asyncDispose]();
    },
  };
}

async function openNew(options: DisplayOptions): Promise<OwnedDisplay> {
  await using owned = new AsyncDisposableStack();
  const root = options.workDirectory ?? tmpdir();
  const { path: directory } = owned.use(await openOwnedDirectory(root, 'display'));
  const display = owned.use(await openParkedDisplay({ ...options, directory }));
  let hasEnded = false;
  void display.exited.then(() => (hasEnded = true));
  const resources = owned.move();
  return {
    display,
    hasEnded: () => hasEnded,
    sessions: 0,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Whatever cannot be determined counts as a reason. */
async function whyReplace(used: OwnedDisplay): Promise<string | undefined> {
  if (used.hasEnded()) return 'it has ended';
  if (used.sessions >= MOST_SESSIONS) return `it has served ${MOST_SESSIONS} sessions`;
  const { signal } = new AbortController();
  const isClear = await clearDisplay(used.display, signal).catch(() => false);
  return isClear ? undefined : 'it could not be cleared';
}
