import type { JsonValue } from '@errand/foundation';
import type { RunLimits } from '../run-limits.ts';

const LONGEST_TEXT = 500;

/** How one iteration of a loop ended, with its wire names. */
export interface LoopIteration {
  /** The list as the loop names it, or the text of its locator; the first 500 characters. */
  readonly variable_name: string;
  readonly index: number;
  /** Replaced with the first 500 characters of its JSON if that is longer. */
  readonly value: JsonValue;
  readonly status: 'success' | 'error' | 'skipped';
  /** What went wrong, when the status is `error`; the first 500 characters. */
  readonly error?: string;
}

/**
 * How the iterations of the loops of one run ended. It is only a report: what does not fit is
 * dropped, which does not fail the run.
 */
export interface LoopStatuses {
  /** One list per loop, in the order in which they started. */
  readonly lists: readonly (readonly LoopIteration[])[];
  /**
   * Begins a loop. Returns a function that records an iteration and returns whether there was room
   * for it.
   */
  readonly begin: () => (iteration: LoopIteration) => boolean;
}

interface StatusOptions {
  readonly limits: Pick<RunLimits, 'maxLoopStatusBytes'>;
  /** Called once, when something is dropped for the first time. */
  readonly onFull: () => void;
}

export function createLoopStatuses({ limits, onFull }: StatusOptions): LoopStatuses {
  const lists: LoopIteration[][] = [];
  let bytesLeft = limits.maxLoopStatusBytes;
  let isFull = false;
  const takeRoom = (content: unknown): boolean => {
    bytesLeft -= Buffer.byteLength(JSON.stringify(content)) + 1;
    if (bytesLeft >= 0) return true;
    if (!isFull) onFull();
    isFull = true;
    return false;
  };
  return {
    lists,
    begin() {
      const list: LoopIteration[] = [];
      if (takeRoom(list)) lists.push(list);
      return (iteration) => {
        const short = shorten(iteration);
        if (isFull || !takeRoom(short)) return false;
        list.push(short);
        return true;
      };
    },
  };
}

function shorten(iteration: LoopIteration): LoopIteration {
  const { variable_name: name, value, error } = iteration;
  const json = JSON.stringify(value);
  return {
    ...iteration,
    variable_name: beginningOf(name),
    value: json.length > LONGEST_TEXT ? beginningOf(json) : value,
    ...(error === undefined ? {} : { error: beginningOf(error) }),
  };
}

/** Replaces half a surrogate pair at the end, which databases reject. */
function beginningOf(text: string): string {
  return text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT).toWellFormed() : text;
}
