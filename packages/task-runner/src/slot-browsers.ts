import type { Logger } from '@errand/app-runtime';
import { accountToShare } from './browser/account-to-share.ts';
import { openContextSession } from './browser/open-context-session.ts';
import { openSession } from './browser/open-session.ts';
import type { SessionOptions } from './browser/session-options.ts';
import type { Session } from './browser/session.ts';
import { openSharedBrowser, type SharedBrowser } from './browser/shared-browser.ts';
import { createSlotDisplays } from './browser/slot-displays.ts';
import { type ReuseLimits, whyRetire } from './browser/why-retire.ts';
import type { Lease } from './control-plane-client.ts';

/** The browsers of one slot. Disposing ends those kept between tasks. */
export interface SlotBrowsers extends AsyncDisposable {
  /** Opens what the next task probably runs in. */
  readonly openSpare: (signal: AbortSignal) => Promise<Session>;
  /**
   * Opens a session for a task that the spare one must not serve. Undefined: the spare one serves
   * the task, or the task will be refused.
   */
  readonly openFor: (
    lease: Lease,
    spare: Session,
    signal: AbortSignal,
  ) => Promise<Session | undefined>;
}

interface SlotOptions {
  readonly options: SessionOptions;
  /** See `openOwnSession`. */
  readonly openOwn: (lease: Lease, signal: AbortSignal) => Promise<Session | undefined>;
  readonly logger: Logger;
}

/** Returns a function that opens a slot. Without limits, no browser serves a second task. */
export function createSlotOpener(slot: SlotOptions) {
  return (reuse: ReuseLimits | undefined): SlotBrowsers =>
    reuse ? new SharedBrowsers(slot, reuse) : createOwnBrowsers(slot);
}

/** Each task has its own browser, on the slot's display. */
function createOwnBrowsers({ options, openOwn, logger }: SlotOptions): SlotBrowsers {
  const displays = createSlotDisplays({ ...options, logger });
  return {
    openSpare: (signal) => openSession({ ...options, openDisplay: displays.open }, signal),
    openFor: (lease, _spare, signal) => openOwn(lease, signal),
    [Symbol.asyncDispose]: () => displays[Symbol.asyncDispose](),
  };
}

/** A browser serves one task of an account after another, unless something rules it out. */
class SharedBrowsers implements SlotBrowsers {
  readonly #slot: SlotOptions;
  readonly #limits: ReuseLimits;
  readonly #browsers = new WeakMap<Session, SharedBrowser>();
  #kept: KeptBrowser | undefined;
  #isOver = false;

  constructor(slot: SlotOptions, limits: ReuseLimits) {
    this.#slot = slot;
    this.#limits = limits;
  }

  readonly openSpare = async (signal: AbortSignal): Promise<Session> => {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept) {
      const [opened] = await Promise.allSettled([this.#openIn(kept, signal)]);
      if (opened.status === 'fulfilled') return opened.value;
      signal.throwIfAborted();
      this.#slot.logger.warn('kept browser did not open a context', { error: opened.reason });
    }
    const browser = await openSharedBrowser(this.#slot.options, signal);
    return this.#openIn({ browser, tasks: 0 }, signal);
  };

  readonly openFor = async (
    lease: Lease,
    spare: Session,
    signal: AbortSignal,
  ): Promise<Session | undefined> => {
    const { openOwn, options } = this.#slot;
    const account = accountToShare(lease);
    if (account === undefined) {
      return (await openOwn(lease, signal)) ?? openSession(options, signal);
    }
    if (this.#serves(spare, account)) return undefined;
    // The spare's browser was not permitted to continue, so it ends with the spare.
    await spare[Symbol.asyncDispose]();
    const session = await this.openSpare(signal);
    if (this.#serves(session, account)) return session;
    await session[Symbol.asyncDispose]();
    throw new Error('A new browser is bound to an account already.');
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#kept?.browser[Symbol.asyncDispose]();
  }

  #serves(session: Session, account: string): boolean {
    return this.#browsers.get(session)?.serves(account) === true;
  }

  async #openIn({ browser, tasks }: KeptBrowser, signal: AbortSignal): Promise<Session> {
    const giveBack = (reason: string | undefined): Promise<void> =>
      this.#takeBack({ browser, tasks: tasks + 1 }, reason);
    const { options } = this.#slot;
    try {
      const session = await openContextSession(browser, { options, giveBack }, signal);
      this.#browsers.set(session, browser);
      return session;
    } catch (error) {
      await browser[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #takeBack(used: KeptBrowser, known: string | undefined): Promise<void> {
    const { browser, tasks } = used;
    const reason = known ?? (await this.#check(used));
    if (reason === undefined && !this.#isOver) {
      this.#kept = used;
      return;
    }
    this.#slot.logger.info('browser retired', { reason, tasks });
    await browser[Symbol.asyncDispose]();
  }

  async #check({ browser, tasks }: KeptBrowser): Promise<string | undefined> {
    try {
      return await whyRetire(browser, { ...this.#limits, tasks });
    } catch (error) {
      this.#slot.logger.warn('browser could not be checked after its task', { error });
      return 'it could not be checked';
    }
  }
}

interface KeptBrowser {
  readonly browser: SharedBrowser;
  /** Number of tasks that the browser has served. */
  readonly tasks: number;
}
