import type { Logger } from '@errand/app-runtime';
import type { EngineSession, RecordedStep } from '@errand/automation-engine';
import { LeaseLostError, ReportRefusedError } from '../control-plane-errors.ts';
import { describeFailure } from '../task-failure.ts';
import type { SessionCommand, SessionResult, TaskReporter } from '../task-reporter.ts';
import { carryOut, isLong as lastsLong } from './carry-out.ts';
import { assertFits } from './fit-answer.ts';

interface DeskDependencies {
  /** Rejects when the session cannot be opened. */
  readonly opened: Promise<EngineSession>;
  readonly reporter: Pick<TaskReporter, 'answerSessionCommand'>;
  /** Reports the state, without waiting for it. */
  readonly report: (state: 'busy' | 'ready') => void;
  /** Reports a step that is recorded, without waiting for it. */
  readonly onRecorded: (step: RecordedStep) => void;
  /** Fires when the attempt stops. */
  readonly stop: AbortSignal;
  readonly logger: Logger;
}

/**
 * Carries out the commands of one session, one after another; `cancel` and `cancel_pick` act
 * immediately. An error of a command is its answer. Disposing stops what runs.
 */
export class SessionDesk implements AsyncDisposable {
  readonly #dependencies: DeskDependencies;
  #last: Promise<void> = Promise.resolve();
  #session: EngineSession | undefined;
  #pick: AbortController | undefined;
  readonly #over = new AbortController();

  constructor(dependencies: DeskDependencies) {
    this.#dependencies = dependencies;
    void this.#open();
  }

  /** Accepts a command; its answer follows later. */
  accept(command: SessionCommand): void {
    if (command.kind === 'cancel')
      return this.#answerNow(command, this.#session?.cancel() ?? false);
    if (command.kind === 'cancel_pick') return this.#answerNow(command, this.#cancelPick());
    this.#last = this.#last.then(() => this.#carryOut(command));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    this.#cancelPick();
    this.#session?.cancel();
    await this.#last;
  }

  #cancelPick(): boolean {
    const wasPicking = this.#pick !== undefined;
    this.#pick?.abort(new Error('The pick was cancelled.'));
    return wasPicking;
  }

  #answerNow(command: SessionCommand, cancelled: boolean): void {
    void this.#answer(command, { answer: { cancelled } });
  }

  /** The opener of the session handles a failure. */
  async #open(): Promise<void> {
    const [result] = await Promise.allSettled([this.#dependencies.opened]);
    if (result.status === 'fulfilled') this.#session = result.value;
  }

  async #carryOut(command: SessionCommand): Promise<void> {
    if (this.#over.signal.aborted) return;
    const isLong = lastsLong(command);
    if (isLong) this.#dependencies.report('busy');
    const answered = Promise.withResolvers<void>();
    try {
      await this.#answer(command, await this.#attempt(command, answered.promise));
    } finally {
      answered.resolve();
    }
    if (isLong) this.#dependencies.report('ready');
  }

  async #attempt(command: SessionCommand, answered: Promise<void>): Promise<SessionResult> {
    const pick = new AbortController();
    if (command.kind === 'pick') this.#pick = pick;
    try {
      const { opened, onRecorded } = this.#dependencies;
      const desk = { session: await opened, pickCancelled: pick.signal, answered, onRecorded };
      return { answer: assertFits(await carryOut(desk, command)) };
    } catch (error) {
      return toError(error);
    } finally {
      this.#pick = undefined;
    }
  }

  async #answer(command: SessionCommand, result: SessionResult): Promise<void> {
    const { number, kind } = command;
    const { reporter, logger, stop } = this.#dependencies;
    if (stop.aborted) return;
    try {
      await reporter.answerSessionCommand(number, result, stop);
    } catch (error) {
      if (stop.aborted || error instanceof LeaseLostError) return;
      logger.warn('an answer to a command of a session was lost', { kind, error });
      const isRefused = error instanceof ReportRefusedError && !('error' in result);
      // Without any answer, the command would stay open and the session busy.
      if (isRefused) await this.#answer(command, toError(error));
    }
  }
}

function toError(error: unknown): SessionResult {
  const { class: name, message } = describeFailure(error);
  return { error: { class: name, message } };
}
