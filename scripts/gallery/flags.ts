import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export const USAGE = `usage: pnpm gallery [flags]
  --only NAME       only widgets or cases whose name contains this text; may be given several times
  --json FILE       file for the result (default .errand/gallery/result.json)
  --parallel N      cases at a time, 1 to 4 (default 2)
  --playwright      run Playwright only, to check the cases themselves
  --list            print the cases and run none
  --help            show this text`;

/** Flags of every table of public widgets. */
export interface TableFlags {
  readonly only: readonly string[];
  /** Absolute. */
  readonly file: string;
  readonly parallel: number;
  readonly list: boolean;
  readonly help: boolean;
}

export interface Flags extends TableFlags {
  readonly isPlaywrightOnly: boolean;
}

const tableOptions = {
  only: { type: 'string', multiple: true, default: [] },
  json: { type: 'string' },
  parallel: { type: 'string', default: '2' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

/** Throws an error that names an unknown flag or one with an invalid value. */
export function parseTableFlags(args: readonly string[], defaultFile: string): TableFlags {
  const { values } = parseArgs({
    args: args.filter((argument) => argument !== '--'),
    strict: true,
    options: tableOptions,
  });
  return {
    only: values.only,
    file: resolve(values.json ?? defaultFile),
    parallel: parseParallel(values.parallel),
    list: values.list,
    help: values.help,
  };
}

/** Throws an error that names an unknown flag or one with an invalid value. */
export function parseFlags(args: readonly string[], defaultFile: string): Flags {
  const others = args.filter((argument) => argument !== '--playwright');
  const isPlaywrightOnly = others.length < args.length;
  return { ...parseTableFlags(others, defaultFile), isPlaywrightOnly };
}

function parseParallel(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 4) return count;
  throw new Error(`--parallel is "${text}": specify a whole number from 1 to 4.`);
}
