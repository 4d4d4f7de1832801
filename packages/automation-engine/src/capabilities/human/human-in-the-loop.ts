import type { Page } from 'puppeteer';

/** Describes the step that waits for a person. */
export interface HumanRequest {
  /** Path of the waiting node in the automation: `nodes[3]`. */
  readonly nodePath: string;
  /** Address of the page that the person will see. */
  readonly pageUrl: string;
  /** The step fails if nobody resumes the run by then. */
  readonly waitUntil: Date;
}

/** Lets a run wait for a person. */
export interface HumanInTheLoop {
  /**
   * Resolves when a person resumes the run. The engine validates the resolved value: undefined, or
   * `{ variables: { name: ['text'] } }`, which become generated variables. Called once per wait;
   * `signal` aborts when the wait is over for any reason. A rejection fails the step. After a
   * timeout, the promise has ten seconds to settle: it resolves if a person resumed first, and
   * rejects otherwise.
   */
  readonly waitForResume: (request: HumanRequest, signal: AbortSignal) => Promise<unknown>;
}

/** What a person does on the pages of a browser context, recorded until disposed. */
export interface PersonRecording extends AsyncDisposable {
  /** What the person has done, for the log of the step; undefined if they did nothing. */
  readonly read: () => Promise<string | undefined>;
}

/** Starts recording on a page, without the page noticing. */
export type RecordPerson = (page: Page) => Promise<PersonRecording>;

/**
 * A run has started or stopped waiting for a person. A wait that times out is reported only by its
 * failed step.
 */
export type HumanEvent =
  | ({ readonly type: 'waiting-for-human' } & HumanRequest)
  | {
      readonly type: 'resumed';
      readonly nodePath: string;
      readonly waitedMs: number;
      /** Names of the variables that the person sent. */
      readonly variableNames: readonly string[];
    };
