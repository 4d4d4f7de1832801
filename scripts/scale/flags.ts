import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: pnpm scale [flags]
  --workers N          workers without a browser (default 100)
  --slots N            tasks that each worker runs at once (default 1)
  --control-planes N   control plane processes (default 2)
  --per-second N       tasks submitted per second (default 10)
  --seconds N          how long tasks are submitted (default 60)
  --idle-seconds N     how long idle workers are measured before (default 30)
  --work-ms N          duration of a task (default 5000)
  --steps N            steps that each task reports (default 4)
  --streams N          event streams that clients have open at once: each follows one task to its end (default 0)
  --accounts N         accounts that submit, in turn (default 4)
  --lease-seconds N    lease time; workers send heartbeats every third of it, or every 10 s (default 9)
  --stored N           finished tasks that are stored before (default 0)
  --limit KIND         usual: the accounts' default limit of running tasks; none: no limit (default usual)
  --profile            also count the statements of PostgreSQL and write the control planes' CPU profiles
  --json FILE          file for the figures (default .errand/scale.json)
  --short              1 control plane, 4 workers, 2 accounts, 10 tasks a second for 2 seconds
  --help               show this text`;

export interface ScaleOptions {
  readonly workers: number;
  readonly slots: number;
  readonly controlPlanes: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly idleSeconds: number;
  readonly workMs: number;
  readonly steps: number;
  readonly streams: number;
  readonly accounts: number;
  readonly stored: number;
  readonly leaseSeconds: number;
  /** Whether accounts may use all slots. */
  readonly isUnlimited: boolean;
  readonly isProfiled: boolean;
}

export const shortRun = {
  workers: 4,
  slots: 1,
  controlPlanes: 1,
  perSecond: 10,
  seconds: 2,
  idleSeconds: 1,
  workMs: 50,
  steps: 2,
  streams: 2,
  accounts: 2,
  stored: 50,
  leaseSeconds: 9,
};

const usualRun: typeof shortRun = {
  workers: 100,
  slots: 1,
  controlPlanes: 2,
  perSecond: 10,
  seconds: 60,
  idleSeconds: 30,
  workMs: 5_000,
  steps: 4,
  streams: 0,
  accounts: 4,
  stored: 0,
  leaseSeconds: 9,
};

/** Bounds of each number. */
const bounds: Readonly<Record<keyof typeof shortRun, readonly [number, number]>> = {
  workers: [1, 5_000],
  slots: [1, 64],
  controlPlanes: [1, 10],
  perSecond: [1, 2_000],
  seconds: [1, 3_600],
  idleSeconds: [1, 3_600],
  workMs: [0, 600_000],
  steps: [0, 1_000],
  streams: [0, 20_000],
  accounts: [1, 500],
  stored: [0, 10_000_000],
  leaseSeconds: [3, 300],
};

export interface Flags {
  readonly options: ScaleOptions;
  readonly file: string;
  readonly help: boolean;
}

/** Throws an error that names the flag if it is unknown or its value is invalid. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({ args: [...args], options: flags });
  const usual = values.short ? shortRun : usualRun;
  const count = (name: keyof typeof shortRun, text: string | undefined): number => {
    const value = text === undefined ? usual[name] : Number(text);
    const [least, most] = bounds[name];
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new Error(`--${flag} is "${text}": specify a whole number from ${least} to ${most}.`);
  };
  return {
    options: {
      workers: count('workers', values.workers),
      slots: count('slots', values.slots),
      controlPlanes: count('controlPlanes', values['control-planes']),
      perSecond: count('perSecond', values['per-second']),
      seconds: count('seconds', values.seconds),
      idleSeconds: count('idleSeconds', values['idle-seconds']),
      workMs: count('workMs', values['work-ms']),
      steps: count('steps', values.steps),
      streams: count('streams', values.streams),
      accounts: count('accounts', values.accounts),
      stored: count('stored', values.stored),
      leaseSeconds: count('leaseSeconds', values['lease-seconds']),
      isUnlimited: parseLimit(values.limit),
      isProfiled: values.profile,
    },
    file: resolve(values.json),
    help: values.help,
  };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const flags = {
  workers: text,
  slots: text,
  'control-planes': text,
  'per-second': text,
  seconds: text,
  'idle-seconds': text,
  'work-ms': text,
  steps: text,
  streams: text,
  accounts: text,
  stored: text,
  'lease-seconds': text,
  limit: { ...text, default: 'usual' },
  profile: flag,
  json: { ...text, default: '.errand/scale.json' },
  short: flag,
  help: flag,
} as const;

function parseLimit(limit: string): boolean {
  if (limit === 'usual' || limit === 'none') return limit === 'none';
  throw new Error(`--limit is "${limit}": specify usual or none.`);
}
