import type { Logger } from '@errand/app-runtime';
import type {
  EngineSession,
  OpenedSession,
  RecordedStep,
  StepEvent,
} from '@errand/automation-engine';
import type { BrowserContext } from 'puppeteer';
import { LeaseLostError } from '../control-plane-errors.ts';
import type { SessionEvent, TaskReporter } from '../task-reporter.ts';
import { takeBatch } from './take-batch.ts';
import { describeStep, toState } from './to-answer.ts';

interface ReportDependencies {
  readonly reporter: Pick<TaskReporter, 'reportSessionEvents' | 'reportSessionState'>;
  /** Fires when the attempt stops. */
  readonly stop: AbortSignal;
  readonly logger: Logger;
}

type Activity = 'busy' | 'ready';

/**
 * Reports the state and the events of a session, in order and without making its commands wait. A
 * report that fails is left out.
 */
export class SessionReports implements AsyncDisposable {
  readonly #dependencies: ReportDependencies;
  #session: EngineSession | undefined;
  #failure: OpenedSession['opening']['failure'];
  #activity: Activity = 'ready';
  #pageUrl = '';
  #events: SessionEvent[] = [];
  #isStateNews = false;
  #sending: Promise<void> | undefined;

  constructor(dependencies: ReportDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reports that the session is open. */
  begin({ session, opening }: OpenedSession): void {
    this.#session = session;
    this.#failure = opening.failure;
    this.#notePage();
    this.report('ready');
  }

  report(activity: Activity): void {
    this.#activity = activity;
    this.#isStateNews = true;
    this.#send();
  }

  /** Reports a step, without its evidence and log. */
  addStep({ log: _log, evidence: _evidence, ...step }: StepEvent): void {
    this.#add({ type: 'step', data: describeStep(step) });
  }

  /** Reports that a step was recorded. */
  addRecorded({ count, kind }: RecordedStep): void {
    this.#add({ type: 'recorded_node', data: { count, kind } });
  }

  /** Reports what pages open and where they go, until the returned function is called. */
  followPages(context: BrowserContext): () => void {
    const onChange = () => {
      if (!this.#session) return;
      this.#notePage();
      this.report(this.#activity);
    };
    const kinds = ['targetchanged', 'targetcreated', 'targetdestroyed'] as const;
    for (const kind of kinds) context.on(kind, onChange);
    return () => {
      for (const kind of kinds) context.off(kind, onChange);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sending;
  }

  #notePage(): void {
    const { pageUrl = '' } = this.#session?.state() ?? {};
    if (pageUrl === this.#pageUrl) return;
    this.#pageUrl = pageUrl;
    this.#add({ type: 'navigation', data: { url: pageUrl.slice(0, 8_192) } });
  }

  #add(event: SessionEvent): void {
    this.#events.push(event);
    this.#send();
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    const { stop, logger } = this.#dependencies;
    while (!stop.aborted && (this.#isStateNews || this.#events.length > 0)) {
      try {
        await this.#sendOne();
      } catch (error) {
        if (stop.aborted || error instanceof LeaseLostError) return;
        logger.warn('a report of a session was lost', { error });
      }
    }
  }

  async #sendOne(): Promise<void> {
    const { reporter, stop } = this.#dependencies;
    const events = takeBatch(this.#events);
    if (events.length > 0) return reporter.reportSessionEvents(events, stop);
    this.#isStateNews = false;
    if (!this.#session) return;
    const failure = this.#failure;
    const error = failure && { class: failure.class, message: failure.message };
    const state = { ...toState(this.#session.state()), ...(error && { error }) };
    await reporter.reportSessionState({ state: this.#activity, ...state }, stop);
  }
}
