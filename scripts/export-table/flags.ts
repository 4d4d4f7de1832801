import { parseTableFlags, type TableFlags } from '../gallery/flags.ts';

export const USAGE = `usage: pnpm export-table [flags]
Exports the gallery's automations as recordings of @puppeteer/replay and as Playwright scripts in
Python, runs them, and compares what the pages show.
  --python PROGRAM  a Python that has the package playwright; without it, no Python script runs
  --only NAME       only widgets or cases whose name contains this text; may be given several times
  --json FILE       file for the result (default .errand/gallery/exported.json)
  --parallel N      browsers, 1 to 4 (default 2)
  --list            print the cases and run none
  --help            show this text`;

export interface ExportFlags extends TableFlags {
  readonly python: string | undefined;
}

/** Throws an error that names an unknown flag or one with an invalid value. */
export function parseExportFlags(args: readonly string[], defaultFile: string): ExportFlags {
  const index = args.indexOf('--python');
  if (index === -1) return { ...parseTableFlags(args, defaultFile), python: undefined };
  const python = args[index + 1];
  if (python === undefined) throw new Error('--python needs the path of a program.');
  return { ...parseTableFlags(args.toSpliced(index, 2), defaultFile), python };
}
