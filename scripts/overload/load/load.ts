/** What a process that makes load is told, in its first argument as JSON. */
export type LoadOrder = {
  readonly url: string;
  /** When it ends in any case, as of `Date.now()`. */
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

/** An account with tasks that run. */
export interface Listener {
  readonly apiKey: string;
  readonly taskIds: readonly string[];
}

/** What it reports at its end. */
export type LoadReport =
  | {
      readonly kind: 'submit';
      /** Ids of tasks that were answered 202. */
      readonly taskIds: readonly string[];
      /** How often each other status was answered; `0` stands for a connection that broke. */
      readonly refused: Readonly<Record<string, number>>;
      /** Milliseconds of the answers 202, from when the request was sent for the last time. */
      readonly milliseconds: readonly number[];
    }
  | {
      readonly kind: 'stream';
      /** Streams that were open until the end. */
      readonly held: number;
      /** Events that they brought. */
      readonly events: number;
    };
