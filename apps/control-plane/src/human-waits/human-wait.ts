/** Values by name, as a person sends them. */
export type HumanVariables = Readonly<Record<string, readonly string[]>>;

/** How a wait ended; `ended`: its attempt ended, or the worker stopped waiting. */
export type HumanWaitOutcome = 'resumed' | 'timed_out' | 'ended';

export interface NewHumanWait {
  /** A UUID chosen by the worker, so that it can repeat the request. */
  readonly waitId: string;
  readonly nodePath: string;
  readonly pageUrl: string;
  /** Seconds from now. */
  readonly maxWaitSeconds: number;
}

/** The last wait of an attempt, for callers that are too late. */
export interface LastWait {
  /** Null: the wait was not ended, but its deadline has passed. */
  readonly outcome: HumanWaitOutcome | null;
  readonly endedAt: Date;
}
