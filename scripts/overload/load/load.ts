/** The instructions for a load process, passed as JSON in its first argument. */
export type LoadOrder = {
  readonly url: string;
  /** Deadline of the process, as a value of `Date.now()`. */
  readonly endsAt: number;
} & (
  | {
      readonly kind: 'submit';
      readonly apiKey: string;
      readonly submissions: number;
      readonly connections: number;
    }
  | { readonly kind: 'stream'; readonly listeners: readonly Listener[]; readonly streams: number }
);

/** An account with running tasks. */
export interface Listener {
  readonly apiKey: string;
  readonly taskIds: readonly string[];
}

/** Sent by the process before it ends. */
export type LoadReport =
  | {
      readonly kind: 'submit';
      /** IDs of tasks whose submission returned 202. */
      readonly taskIds: readonly string[];
      /** Count of each other status; `0` stands for a broken connection. */
      readonly refused: Readonly<Record<string, number>>;
      /** Milliseconds from the last attempt of each request to its 202. */
      readonly milliseconds: readonly number[];
    }
  | {
      readonly kind: 'stream';
      /** Streams that stayed open until the end. */
      readonly held: number;
      /** Events received on the streams. */
      readonly events: number;
    };
