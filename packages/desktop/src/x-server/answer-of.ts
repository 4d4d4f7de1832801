import type { Callback } from 'x11';

/** Waits for the reply to a request. */
export type AnswerOf = <Answer>(
  send: (callback: Callback<Answer>) => void,
  signal: AbortSignal,
) => Promise<Answer>;
