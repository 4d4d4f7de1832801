import type { Mode } from './task-api.ts';

/** What a closed connection means for the viewer. */
export interface Closing {
  readonly words: string;
  /** Whether and when to request a new address; `later` is for an overloaded gateway. */
  readonly comeBack: 'never' | 'at-once' | 'soon' | 'later';
  /** The mode to reconnect with, if it changes. */
  readonly mode?: Mode;
}

/** Keyed by WebSocket close code, as listed in the description of `createStreamUrl`. */
export function describeClosing(code: number, reason: string): Closing {
  switch (code) {
    case 1000:
      return { words: `The task has ended: ${reason}.`, comeBack: 'never' };
    case 1001:
      return { words: 'The gateway is being replaced.', comeBack: 'soon' };
    case 1008:
      return { words: `The gateway refuses what this page sends: ${reason}`, comeBack: 'never' };
    case 1011:
      return { words: 'The screen was lost.', comeBack: 'soon' };
    case 1013:
      return { words: `The gateway is overloaded: ${reason}`, comeBack: 'later' };
    case 4401:
      return { words: 'The ticket was no longer valid.', comeBack: 'soon' };
    case 4403:
      return { words: 'Control has ended.', comeBack: 'at-once', mode: 'view' };
    case 4409:
      return {
        words: 'The attempt that this ticket shows is no longer running.',
        comeBack: 'soon',
      };
    default:
      return { words: 'The gateway cannot be reached.', comeBack: 'soon' };
  }
}
