import type { ErrandSchemas } from '@errand/client';
import type { Call, Options } from '../command/define-command.ts';
import { readNumber } from '../command/read-arguments.ts';
import { UsageError } from '../errors/command-errors.ts';

/** Terms that apply to any roll-out. */
export type RolloutTerms = Omit<
  ErrandSchemas['StartRolloutRequest'],
  'automation' | 'base_version' | 'version' | 'comment'
>;

const MOST_TASKS = 100_000;
/** The default of the API. */
const DEFAULT_MIN_TASKS = 20;

export const ROLLOUT_OPTIONS: Options = {
  percent: { value: 'N', summary: 'share of the new tasks that run it, 1 to 99' },
  first: { value: 'N', summary: 'instead of --percent: the next N tasks run it, 5 or more' },
  'min-tasks': {
    value: 'N',
    summary: `results that each version needs, ${DEFAULT_MIN_TASKS} unless given`,
  },
  'max-increase': {
    value: 'POINTS',
    summary: 'by how many percentage points more of its tasks may fail, 5 unless given',
  },
};

/** Returns undefined if the command line requests no roll-out. Throws UsageError. */
export function readRolloutTerms(call: Call): RolloutTerms | undefined {
  const given = Object.keys(ROLLOUT_OPTIONS).filter((option) => call.value(option) !== undefined);
  if (given.length === 0) return undefined;
  const percent = readNumber(call, 'percent', { min: 1, max: 99 });
  const first = readNumber(call, 'first', { min: 5, max: MOST_TASKS });
  if ((percent === undefined) === (first === undefined)) {
    throw new UsageError('Give either --percent or --first, such as --percent 10.');
  }
  const minTasks = readNumber(call, 'min-tasks', { min: 5, max: MOST_TASKS });
  const needed = minTasks ?? DEFAULT_MIN_TASKS;
  if (first !== undefined && first < needed) {
    throw new UsageError(
      `--first is ${first}, less than --min-tasks (${needed}), so the roll-out could never complete: raise it, or add --min-tasks ${first}.`,
    );
  }
  const increase = readNumber(call, 'max-increase', { min: 0, max: 100 });
  return {
    ...(percent !== undefined && { percent }),
    ...(first !== undefined && { first_tasks: first }),
    ...(minTasks !== undefined && { min_tasks: minTasks }),
    ...(increase !== undefined && { max_failure_rate_increase: increase / 100 }),
  };
}
