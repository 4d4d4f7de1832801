import { describeClosing } from './describe-closing.ts';
import { openScreen, type Screen, type ScreenEnd } from './open-screen.ts';
import { createPauses } from './pauses.ts';
import type { Mode, TaskApi } from './task-api.ts';

/** A connection that showed the screen for at least this long counts as good. */
const GOOD_MS = 5_000;

export interface ViewingOptions {
  readonly api: TaskApi;
  /** The element to draw the screen into. */
  readonly target: HTMLElement;
  /** Reports the state of the connection. */
  readonly tell: (words: string) => void;
  /** Called after a change: check the task again. */
  readonly wake: () => void;
}

/** Keeps a task's screen on the page, with a new address for each connection. */
export class Viewing {
  readonly #options: ViewingOptions;
  readonly #pauses = createPauses();
  #mode: Mode = 'view';
  #screen: Screen | undefined;
  #notBefore = 0;

  constructor(options: ViewingOptions) {
    this.#options = options;
  }

  /** The mode that the person wants, which may briefly differ from the connection's. */
  get mode(): Mode {
    return this.#mode;
  }

  /** Connects if it is time to do so. Call this after each check that finds the task running. */
  async follow(phase: 'running' | 'waiting'): Promise<void> {
    if (phase === 'running') this.#mode = 'view';
    if (this.#screen || performance.now() < this.#notBefore) return;
    const mode = this.#mode;
    const answer = await this.#options.api.askForStream(mode);
    if (mode !== this.#mode) return;
    if (answer.kind === 'ok') this.#show(answer.body.stream_url, mode);
    if (!('detail' in answer)) return;
    this.#options.tell(answer.detail);
    this.#notBefore = performance.now() + this.#pauses.next('soon');
  }

  /** Requests control of the mouse and keyboard, or gives it up. */
  change(mode: Mode): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#notBefore = 0;
    this.close();
    this.#options.wake();
  }

  close(): void {
    const left = this.#screen;
    this.#screen = undefined;
    left?.close();
  }

  #show(url: string, mode: Mode): void {
    const { target, tell } = this.#options;
    const screen = openScreen(target, {
      url,
      mode,
      onShown() {
        tell(mode === 'view' ? 'Watching.' : 'You have control. F6 leaves the screen.');
        if (mode === 'control') screen.focus();
      },
    });
    this.#screen = screen;
    void this.#outlive(screen);
  }

  async #outlive(screen: Screen): Promise<void> {
    const end = await screen.ended;
    // A connection that was closed on purpose is not reported.
    if (this.#screen === screen) this.#leave(end);
  }

  #leave({ code, reason, shownMs }: ScreenEnd): void {
    this.#screen = undefined;
    const { words, comeBack, mode } = describeClosing(code, reason);
    if (mode) this.#mode = mode;
    if (shownMs > GOOD_MS) this.#pauses.reset();
    this.#notBefore = performance.now() + this.#pauses.next(comeBack);
    this.#options.tell(`${words} (${code})`);
    this.#options.wake();
  }
}
