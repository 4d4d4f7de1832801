import type { Recorded } from '../session/session-desk.ts';
import type { PointMode } from './recorder-desk.ts';

/** What the user has chosen for the next click. */
export interface Pointed {
  readonly mode: PointMode;
  /** Number of steps recorded before this choice. */
  readonly count: number;
}

type Known = Pick<Recorded, 'is_recording' | 'nodes'>;

/**
 * What the next click means. The chosen mode applies to one click; later clicks are recorded again.
 */
export function shownMode(pointed: Pointed | undefined, recorded: Known | undefined): PointMode {
  if (!pointed || recorded?.is_recording !== true) return 'record';
  const isOver = pointed.mode === 'end_each' || recorded.nodes.length !== pointed.count;
  return isOver ? 'record' : pointed.mode;
}
