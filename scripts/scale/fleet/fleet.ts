/** The instructions for a process of the fleet, passed as JSON in its first argument. */
export interface FleetOrder {
  /** Control planes, used in turn. */
  readonly urls: readonly string[];
  readonly token: string;
  /** Ids of the process's workers, which are unique in the fleet. */
  readonly workerIds: readonly string[];
  readonly slots: number;
}

/** Sent by the process when its workers have ended. */
export interface FleetReport {
  /** Round trips of heartbeats in milliseconds. */
  readonly heartbeatMs: readonly number[];
  /** Heartbeats without a response in time, or with an error response. */
  readonly failedHeartbeats: number;
  /** Executions that began, as `task/epoch`. */
  readonly began: readonly string[];
  /** Reports that were refused because the lease was lost. */
  readonly lost: number;
  /** 99th percentile of the process's delay, in milliseconds: large when it was starved. */
  readonly loopDelayMs: number;
  /** Claims without a response or with an error response, and other warnings and errors, by message. */
  readonly complaints: Readonly<Record<string, number>>;
}
