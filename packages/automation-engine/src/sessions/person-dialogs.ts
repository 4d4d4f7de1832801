import type { LiveRun } from './live-run.ts';

/** Leaves the dialogs of a session to the person who watches it, between its commands. */
export class PersonDialogs {
  readonly #live: () => LiveRun | undefined;
  #commands = 0;
  #left: Disposable | undefined;

  constructor(live: () => LiveRun | undefined) {
    this.#live = live;
  }

  /** Runs a command, which needs pages that no dialog blocks. */
  async during<Result>(command: () => Promise<Result>): Promise<Result> {
    this.#commands += 1;
    this.#left?.[Symbol.dispose]();
    this.#left = undefined;
    try {
      // A recording must have the answers before it is read.
      await this.#live()?.state.steps.pages.dialogsAnswered();
      return await command();
    } finally {
      this.#commands -= 1;
      if (this.#commands === 0) this.#left = this.#live()?.state.steps.pages.leaveDialogs();
    }
  }
}
