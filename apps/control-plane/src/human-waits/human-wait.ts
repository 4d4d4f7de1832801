/** Values by name, as a person sends them. */
export type HumanVariables = Readonly<Record<string, readonly string[]>>;

/** What ended a wait; `ended`: its attempt did, or the worker waits no longer. */
export type HumanWaitOutcome = 'resumed' | 'timed_out' | 'ended';

/** A wait that a worker begins. */
export interface NewHumanWait {
  /** A UUID that the worker chose, so that it can say it again. */
  readonly waitId: string;
  readonly nodePath: string;
  readonly pageUrl: string;
  /** From now on, in seconds. */
  readonly maxWaitSeconds: number;
}

/** The last wait of an attempt, for those who come when it is over. */
export interface LastWait {
  /** Null: nobody has ended it, but its time is up. */
  readonly outcome: HumanWaitOutcome | null;
  readonly endedAt: Date;
}
