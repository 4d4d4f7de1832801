import { parseArgs } from 'node:util';

export const USAGE = `usage: pnpm drill:upgrade [flags]
  --from COMMIT        release to upgrade from (default: the newest tag v*, or ten commits ago)
  --seconds N          length of each phase under load (default 5)
  --per-second N       tasks submitted per second (default 10)
  --keep               keep the logs even if nothing failed
  --help               show this text`;

export interface UpgradeOptions {
  readonly from: string | undefined;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Throws an error that names the flag if it is unknown or its value is invalid. */
export function parseFlags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      from: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      'per-second': { type: 'string', default: '10' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const options: UpgradeOptions = {
    from: values.from,
    seconds: readCount('--seconds', values.seconds),
    perSecond: readCount('--per-second', values['per-second']),
  };
  return { options, keep: values.keep, help: values.help };
}

function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000) return count;
  throw new Error(`${flag} is "${text}": specify a whole number from 1 to 1000.`);
}
