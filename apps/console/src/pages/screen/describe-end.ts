export interface ScreenEnding {
  readonly words: string;
  /** Delay before the next connection, in ms; null if there will be nothing to see. */
  readonly againMs: number | null;
  /** Control has ended: the next connection only watches. */
  readonly isControlOver?: true;
}

const SOON_MS = 1_000;
const LATER_MS = 4_000;

/** What a close code of the gateway means for the viewer. */
export function describeEnd(code: number, reason: string): ScreenEnding {
  switch (code) {
    case 1000:
      return { words: `The screen has ended: ${reason}.`, againMs: null };
    case 1008:
      return { words: `The gateway refuses what this page sends: ${reason}`, againMs: null };
    case 1013:
      return { words: `The gateway is overloaded: ${reason}`, againMs: LATER_MS };
    case 4403:
      return { words: 'Control has ended.', againMs: 0, isControlOver: true };
    default:
      return { words: 'The screen was lost. Connecting again…', againMs: SOON_MS };
  }
}
