import type { SampleRecording } from '@errand/sample-site';
import type { ChaosOptions } from './flags.ts';

export interface PlannedTask {
  readonly ref: string;
  /** Index of the account that submits the task. */
  readonly account: number;
  readonly wantsStream: boolean;
  readonly wantsCallback: boolean;
  /** When the task is submitted, in milliseconds after the start. */
  readonly dueMs: number;
  /** When the task is cancelled, in milliseconds after it is accepted. Undefined: never. */
  readonly cancelAfterMs: number | undefined;
  /** The request body without the callback URL. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The input parameters of a planned task that its recording does not have. */
export const NO_LOAD_PARAMETERS = {
  ref: [],
  login: [],
  work_ms: [],
  outcome: [],
  steps: [],
  files: [],
};

type Random = () => number;

/** Makes every random choice of the load up front, so that a seed reproduces it. */
export function planTasks(
  options: ChaosOptions,
  random: Random,
  parts: { readonly apiKeys: readonly string[]; readonly recordings: readonly SampleRecording[] },
): PlannedTask[] {
  return Array.from({ length: options.tasks }, (_, index) => {
    const recording = pick(random, parts.recordings);
    const login = random() < 0.1 ? undefined : Math.floor(random() * options.queues);
    const ref = `task-${index}`;
    return {
      ref,
      // A login belongs to one account; otherwise there would be twice as many login queues.
      account: (login ?? index) % parts.apiKeys.length,
      wantsCallback: random() < 0.7,
      wantsStream: random() < 0.1,
      dueMs: findDueMs(index, options),
      cancelAfterMs: random() < 0.08 ? random() * 2_000 : undefined,
      body: {
        endpoint_name: recording.endpoint_name,
        input_parameters: {
          ...recording.automation.parameters.input_parameters,
          ref: [ref],
          login: login === undefined ? [] : [`login-${login}`],
          work_ms: [String(drawWorkMs(random, options.leaseSeconds))],
          outcome: [drawOutcome(random)],
          steps: [String(1 + Math.floor(random() * 4))],
          files: [random() < 0.2 ? String(1 + Math.floor(random() * 2)) : '0'],
        },
        unique_parameter_names: login === undefined ? [] : ['login'],
        priority: random() < 0.3 ? null : Math.floor(random() * 5) - 2,
        is_dedicated: random() < 0.1,
        ...(random() < 0.05 ? { max_parallelism: 2 + Math.floor(random() * 3) } : {}),
        per_login_parallelism: random() < 0.1 ? pick(random, [1, 2, 3]) : 1 + ((login ?? 0) % 3),
      },
    };
  });
}

/** A third are due at the start, as a backlog; the others are spread evenly until the end. */
function findDueMs(index: number, { tasks, seconds }: ChaosOptions): number {
  return index < tasks / 3 ? 0 : (index / tasks) * seconds * 1_000;
}

/** Mostly zero, occasionally long enough to be hit by a fault. */
function drawWorkMs(random: Random, leaseSeconds: number): number {
  const dice = random();
  if (dice < 0.75) return Math.round(5 + random() * 45);
  if (dice < 0.9) return Math.round(100 + random() * 900);
  return Math.round(leaseSeconds * 1_000 * (0.3 + random() * 0.5));
}

function drawOutcome(random: Random): string {
  const dice = random();
  if (dice < 0.85) return 'success';
  return pick(random, ['never', 'infrastructure', 'automation']);
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}
