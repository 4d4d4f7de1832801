import type { Call, Options } from '../command/define-command.ts';
import { LARGEST_VERSION, readNumber } from '../command/read-arguments.ts';

export const BASE_VERSION_OPTION: Options = {
  'base-version': {
    value: 'N',
    summary: 'change nothing if a version other than this one is current',
  },
};

/** Returns the version that a change replaces, if the command line names it. Throws UsageError. */
export const readBaseVersion = (call: Call, { min }: { readonly min: number }) =>
  readNumber(call, 'base-version', { min, max: LARGEST_VERSION });
