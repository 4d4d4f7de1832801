import type { Mode } from './task-api.ts';

/** What the end of a connection means for who looks at it. */
export interface Closing {
  readonly words: string;
  /** Whether to ask for a fresh address, and how soon; `later` is for a gateway that has too much to do. */
  readonly comeBack: 'never' | 'at-once' | 'soon' | 'later';
  /** What to come back for, when it is another mode than before. */
  readonly mode?: Mode;
}

/** By WebSocket close code, as the description of `createStreamUrl` has them. */
export function describeClosing(code: number, reason: string): Closing {
  switch (code) {
    case 1000:
      return { words: `The task has ended: ${reason}.`, comeBack: 'never' };
    case 1001:
      return { words: 'The gateway makes way for another one.', comeBack: 'soon' };
    case 1008:
      return { words: `The gateway refuses what this page sends: ${reason}`, comeBack: 'never' };
    case 1011:
      return { words: 'The screen was lost.', comeBack: 'soon' };
    case 1013:
      return { words: `The gateway has too much to do: ${reason}`, comeBack: 'later' };
    case 4401:
      return { words: 'The ticket was not good any more.', comeBack: 'soon' };
    case 4403:
      return { words: 'Control has ended.', comeBack: 'at-once', mode: 'view' };
    case 4409:
      return { words: 'The task does not run under this ticket any more.', comeBack: 'soon' };
    default:
      return { words: 'The gateway cannot be reached.', comeBack: 'soon' };
  }
}
