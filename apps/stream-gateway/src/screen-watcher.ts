import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import type { ScreenEnd } from './close-codes.ts';
import type { ControlPlaneClient, EndedScreen, Screen } from './control-plane-client.ts';

const POLL_SECONDS = 20;
/** Wait after a screen disconnects: the end of its task may be reported slightly later. */
const ASK_SECONDS = 2;
/** Maximum per request. */
const MAX_SCREENS = 2_000;
/** Screens added within this time share one new request. */
const GATHER_MS = 50;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/**
 * An empty response sooner than this counts as a failure; otherwise the watcher would poll in a
 * busy loop.
 */
const SOONEST_EMPTY_ANSWER_MS = 500;

type OnEnded = (end: ScreenEnd) => void;

interface WatchedScreen {
  readonly screen: Screen;
  readonly listeners: Set<OnEnded>;
}

interface Dependencies {
  readonly client: Pick<ControlPlaneClient, 'watchScreens'>;
  readonly logger: Logger;
}

/**
 * Learns almost immediately when screens end: a long poll for all screens of this gateway is always
 * open at the control plane.
 */
export class ScreenWatcher implements AsyncDisposable {
  readonly #client: Dependencies['client'];
  readonly #logger: Logger;
  readonly #screens = new Map<string, WatchedScreen>();
  readonly #asked = new Map<string, Promise<ScreenEnd | undefined>>();
  readonly #stop = new AbortController();
  #round = new AbortController();
  #gathering: NodeJS.Timeout | undefined;
  #wakeUp: (() => void) | undefined;
  readonly #running: Promise<void>;

  constructor({ client, logger }: Dependencies) {
    this.#client = client;
    this.#logger = logger;
    this.#running = this.#run();
  }

  /** Calls `onEnded` once when the screen ends, unless the returned function was called before. */
  watch(screen: Screen, onEnded: OnEnded): () => void {
    const key = keyOf(screen);
    const watched = this.#screens.get(key) ?? { screen, listeners: new Set() };
    watched.listeners.add(onEnded);
    if (!this.#screens.has(key)) {
      this.#screens.set(key, watched);
      this.#restartSoon();
    }
    return () => {
      watched.listeners.delete(onEnded);
      if (watched.listeners.size === 0 && this.#screens.get(key) === watched) {
        this.#screens.delete(key);
      }
    };
  }

  /**
   * Whether a screen that disconnected has ended; undefined when it should still exist. Concurrent
   * calls share one request.
   */
  ask(screen: Screen): Promise<ScreenEnd | undefined> {
    const key = keyOf(screen);
    const asked = this.#asked.get(key) ?? this.#ask(screen);
    this.#asked.set(key, asked);
    void asked.then(() => this.#asked.delete(key));
    return asked;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#gathering);
    this.#stop.abort();
    this.#round.abort();
    this.#wakeUp?.();
    await this.#running;
  }

  async #ask(screen: Screen): Promise<ScreenEnd | undefined> {
    try {
      const { signal } = this.#stop;
      const options = { waitSeconds: ASK_SECONDS, signal };
      const [ended] = await this.#client.watchScreens([screen], options);
      return ended?.reason;
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#logger.warn('could not ask about a screen', { error });
      return undefined;
    }
  }

  #restartSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#round.abort();
      this.#wakeUp?.();
    }, GATHER_MS);
  }

  async #run(): Promise<void> {
    let pauseMs = 0;
    while (!this.#stop.signal.aborted) {
      if (this.#screens.size === 0) {
        await new Promise<void>((resolve) => (this.#wakeUp = resolve));
        continue;
      }
      const isFine = await this.#poll();
      pauseMs = isFine ? 0 : Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      if (pauseMs > 0) {
        await pauseUntilAborted(pauseMs * (0.5 + Math.random() / 2), this.#stop.signal);
      }
    }
  }

  /** False when the next request must wait. */
  async #poll(): Promise<boolean> {
    const round = new AbortController();
    this.#round = round;
    const screens = [...this.#screens.values()].map(({ screen }) => screen);
    const startedAt = performance.now();
    const options = { waitSeconds: POLL_SECONDS, signal: round.signal };
    try {
      const ended = await Promise.race(
        inParts(screens).map((part) => this.#client.watchScreens(part, options)),
      );
      for (const screen of ended) this.#end(screen);
      return ended.length > 0 || performance.now() - startedAt > SOONEST_EMPTY_ANSWER_MS;
    } catch (error) {
      if (round.signal.aborted) return true;
      this.#logger.warn('cannot watch screens at the moment', { error });
      return false;
    } finally {
      round.abort();
    }
  }

  #end({ reason, ...screen }: EndedScreen): void {
    const key = keyOf(screen);
    const watched = this.#screens.get(key);
    this.#screens.delete(key);
    for (const onEnded of watched?.listeners ?? []) onEnded(reason);
  }
}

function keyOf({ taskId, leaseEpoch, mode, apiKeyId }: Screen): string {
  return `${taskId} ${leaseEpoch} ${mode} ${apiKeyId}`;
}

function inParts(screens: readonly Screen[]): Screen[][] {
  const count = Math.ceil(screens.length / MAX_SCREENS);
  return Array.from({ length: count }, (_, index) =>
    screens.slice(index * MAX_SCREENS, (index + 1) * MAX_SCREENS),
  );
}
