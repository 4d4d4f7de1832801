import { asPlain, member } from '../draft/json.ts';
import { MOST_ITERATIONS } from './automa-loops.ts';
import { isSwitchedOff } from './map-block.ts';
import type { AutomaBlock, AutomaWorkflow } from './read-workflow.ts';

/** A block that leads back to an earlier one a number of times. */
export interface Repeat {
  readonly block: AutomaBlock;
  /** How often the blocks from there on run, the first time included. */
  readonly iterations: number;
}

/** A longer workflow could reach the limit of steps before the end of a loop. */
const MOST_BLOCKS = 1000;

/** Returns the repeating blocks by the ids of the blocks to which they lead back. */
export function findRepeats({ blocks, next }: AutomaWorkflow): ReadonlyMap<string, Repeat> {
  if (blocks.size > MOST_BLOCKS) return new Map();
  const repeats = [...blocks.values()].flatMap((block): [string, Repeat][] => {
    const start = block.label === 'repeat-task' ? next(block.id, '2') : undefined;
    const iterations = iterationsOf(block.data);
    return start === undefined || iterations === undefined || isSwitchedOff(block.data)
      ? []
      : [[start, { block, iterations }]];
  });
  const starts = Map.groupBy(repeats, ([start]) => start);
  return new Map(repeats.filter(([start]) => starts.get(start)?.length === 1));
}

/** Automa leads back at least once. */
function iterationsOf(data: unknown): number | undefined {
  const text = asPlain(member(data, 'repeatFor')).trim();
  const iterations = /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) + 1 : undefined;
  return iterations !== undefined && iterations <= MOST_ITERATIONS ? iterations : undefined;
}
