import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: pnpm chaos [flags]
  --tasks N            tasks to submit (default 5000)
  --queues N           login queues to spread them over (default 200)
  --control-planes N   control plane processes (default 2)
  --workers N          worker processes (default 4)
  --slots N            tasks that each worker runs at once (default 4)
  --seconds N          how long tasks are submitted and faults happen (default 180)
  --lease-seconds N    lease time (default 5)
  --seed N             repeat the random choices of load and faults (default: random)
  --engine KIND        fake: workers without a browser; chromium: the real worker on the sample site (default fake)
  --json FILE          file for the history (default .errand/chaos/history.jsonl)
  --short              100 tasks, 8 login queues, 2 slots, 20 seconds; each kind of fault once
  --keep               keep the logs even if nothing is wrong
  --help               show this text`;

export interface ChaosOptions {
  readonly tasks: number;
  readonly queues: number;
  readonly controlPlanes: number;
  readonly workers: number;
  readonly slots: number;
  readonly seconds: number;
  readonly leaseSeconds: number;
  readonly seed: number;
  readonly engine: 'fake' | 'chromium';
  /** Whether each kind of fault occurs once, instead of at random until the time is up. */
  readonly isShort: boolean;
}

export const shortRun = { tasks: 100, queues: 8, seconds: 20, slots: 2 };

const MAX_SEED = 2 ** 31;

export interface Flags {
  readonly options: ChaosOptions;
  readonly file: string;
  readonly keep: boolean;
  readonly help: boolean;
}

/** Throws an error that names the flag if it is unknown or its value is invalid. */
export function parseFlags(args: readonly string[]): Flags {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      tasks: text,
      queues: text,
      'control-planes': text,
      workers: text,
      slots: text,
      seconds: text,
      'lease-seconds': text,
      seed: text,
      engine: { ...text, default: 'fake' },
      json: { ...text, default: '.errand/chaos/history.jsonl' },
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const usual = values.short ? shortRun : { tasks: 5_000, queues: 200, seconds: 180, slots: 4 };
  const count = (
    name: Exclude<keyof typeof values, 'short' | 'keep' | 'help'>,
    fallback: number,
  ): number => parseCount(name, values[name], fallback);
  return {
    options: {
      tasks: count('tasks', usual.tasks),
      queues: count('queues', usual.queues),
      controlPlanes: count('control-planes', 2),
      workers: count('workers', 4),
      slots: count('slots', usual.slots),
      seconds: count('seconds', usual.seconds),
      leaseSeconds: count('lease-seconds', 5),
      seed: count('seed', Math.floor(Math.random() * MAX_SEED)),
      engine: parseEngine(values.engine),
      isShort: values.short,
    },
    file: resolve(values.json),
    keep: values.keep,
    help: values.help,
  };
}

function parseCount(name: string, text: string | undefined, fallback: number): number {
  const count = text === undefined ? fallback : Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SEED) return count;
  throw new Error(`--${name} is "${text}": specify a whole number from 1.`);
}

function parseEngine(text: string): 'fake' | 'chromium' {
  if (text === 'fake' || text === 'chromium') return text;
  throw new Error(`--engine is "${text}": specify fake or chromium.`);
}
