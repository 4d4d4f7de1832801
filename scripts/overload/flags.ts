import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: pnpm overload [flags]
  --submissions N   tasks to submit (default 20000)
  --connections N   concurrent connections that submit them (default 500)
  --running N       running tasks, none of which may be lost (default 50)
  --workers N       workers that hold them (default 10)
  --streams N       open event streams of running tasks (default 500)
  --seconds N       end the load after this time, even if tasks are left to submit (default 900)
  --json FILE       file for the figures (default .errand/overload.json)
  --short           300 submissions, 60 connections, 5 running tasks, 2 workers, 20 streams
  --help            show this text`;

export interface OverloadOptions {
  readonly submissions: number;
  readonly connections: number;
  readonly running: number;
  readonly workers: number;
  readonly streams: number;
  readonly seconds: number;
}

export const shortRun: OverloadOptions = {
  submissions: 300,
  connections: 60,
  running: 5,
  workers: 2,
  streams: 20,
  seconds: 120,
};
const usualRun: OverloadOptions = {
  submissions: 20_000,
  connections: 500,
  running: 50,
  workers: 10,
  streams: 500,
  seconds: 900,
};
const most: OverloadOptions = {
  submissions: 100_000,
  connections: 2_000,
  running: 500,
  workers: 50,
  streams: 2_000,
  seconds: 3_600,
};

const text = { type: 'string' } as const;

/** Throws an error that names the flag if it is unknown or its value is invalid. */
export function parseFlags(args: readonly string[]): {
  readonly options: OverloadOptions;
  readonly file: string;
  readonly help: boolean;
} {
  const { values } = parseArgs({
    args: [...args],
    options: {
      submissions: text,
      connections: text,
      running: text,
      workers: text,
      streams: text,
      seconds: text,
      json: { ...text, default: '.errand/overload.json' },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const usual = values.short ? shortRun : usualRun;
  const count = (name: keyof OverloadOptions): number => {
    const value = values[name] === undefined ? usual[name] : Number(values[name]);
    if (Number.isInteger(value) && value >= 1 && value <= most[name]) return value;
    throw new Error(
      `--${name} is "${values[name]}": specify a whole number from 1 to ${most[name]}.`,
    );
  };
  return {
    options: {
      submissions: count('submissions'),
      connections: count('connections'),
      running: count('running'),
      workers: count('workers'),
      streams: count('streams'),
      seconds: count('seconds'),
    },
    file: resolve(values.json),
    help: values.help,
  };
}
