import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm start -- [flags]
  --json            print one line of JSON on standard output when ready, and nothing else there
  --auto-ports      use free ports instead of the usual ones
  --data-dir DIR    keep the database, files, keys and logs in DIR (default .errand)
  --workers N       number of worker processes (default 1)
  --slots N         tasks that each worker runs at once (default WORKER_SLOTS, or 1)
  --no-sample       skip the sample task
  --help            show this text
Ports without --auto-ports: API_PORT 8080, STREAM_PORT 8081, STREAM_METRICS_PORT 8082, WORKER_PORT 8083,
  SAMPLE_SITE_PORT 8090, LOCAL_INFERENCE_PORT 9000, POSTGRES_PORT 5433.
To use your own PostgreSQL instead of the embedded one, set DATABASE_URL.
The apps' settings (apps/*/.env.example) can also be set in the environment, or in files (NAME_FILE), except for the
  addresses and keys that connect the parts.`;

export interface Flags {
  readonly json: boolean;
  readonly autoPorts: boolean;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly workers: number;
  /** Undefined: use the setting WORKER_SLOTS. */
  readonly slots: number | undefined;
  readonly sample: boolean;
  readonly help: boolean;
}

/** A flag is unknown or has an invalid value. */
class FlagError extends Error {}

export function parseFlags(args: readonly string[], defaultDataDirectory: string): Flags {
  const { values } = readArguments(args);
  return {
    json: values.json,
    autoPorts: values['auto-ports'],
    dataDirectory: resolve(values['data-dir'] ?? defaultDataDirectory),
    workers: parseCount('--workers', values.workers),
    slots: values.slots === undefined ? undefined : parseCount('--slots', values.slots),
    sample: !values['no-sample'],
    help: values.help,
  };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      options: {
        json: { type: 'boolean', default: false },
        'auto-ports': { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        workers: { type: 'string', default: '1' },
        slots: { type: 'string' },
        'no-sample': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new FlagError(`${Error.isError(error) ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function parseCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new FlagError(`${flag} is "${text}", but it must be a whole number from 1 to 64.`);
}
