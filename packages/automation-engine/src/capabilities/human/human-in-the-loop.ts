/** What a person is asked to come for. */
export interface HumanRequest {
  /** Where the waiting node stands in the automation: `nodes[3]`. */
  readonly nodePath: string;
  /** Address of the page that the person finds. */
  readonly pageUrl: string;
  /** The step fails when nobody has let it go on by then. */
  readonly waitUntil: Date;
}

/** Brings a person into a run. */
export interface HumanInTheLoop {
  /**
   * Resolves when a person lets the run go on. What comes with it is checked: nothing, or
   * `{ variables: { name: ['text'] } }`, which become generated variables. Called once per wait; `signal` fires when
   * the wait is over, whatever ended it. A rejection fails the step. When the time was up it has ten seconds for a last
   * word: it resolves if a person has been faster, and else rejects.
   */
  readonly waitForResume: (request: HumanRequest, signal: AbortSignal) => Promise<unknown>;
}

/** A run has begun or ended to wait for a person. A wait that nobody ended is told of by its failed step only. */
export type HumanEvent =
  | ({ readonly type: 'waiting-for-human' } & HumanRequest)
  | {
      readonly type: 'resumed';
      readonly nodePath: string;
      readonly waitedMs: number;
      /** Names of the variables that came along. */
      readonly variableNames: readonly string[];
    };
