import type { JsonValue } from '@errand/foundation';
import { isDeepStrictEqual } from 'node:util';
import type { GalleryCase, Output } from './widget.ts';

/** What one tool did with a case, as observed from outside. */
export type Observation = { readonly taskId?: string } & (
  | { readonly failure: string }
  | { readonly output: Output; readonly shown: JsonValue | undefined }
);

export interface Verdict {
  readonly passed: boolean;
  /** Why the tool did not pass. */
  readonly reason?: string;
}

/** `behind`: Playwright passes and Errand does not, which is a failure. `ahead`: the reverse. */
export type Agreement = 'both' | 'behind' | 'ahead' | 'neither';

/**
 * Compares what a tool did with the case's expectations: first the output, then what the page
 * shows.
 */
export function judge({ output = {}, shows }: GalleryCase, observation: Observation): Verdict {
  if ('failure' in observation) return { passed: false, reason: observation.failure };
  if (!isDeepStrictEqual(observation.output, output))
    return { passed: false, reason: describe('The output', observation.output, output) };
  if (shows && !isDeepStrictEqual(observation.shown, shows.is))
    return { passed: false, reason: describe('The page', observation.shown ?? null, shows.is) };
  return { passed: true };
}

export function agree(playwright: Verdict, errand: Verdict): Agreement {
  if (playwright.passed) return errand.passed ? 'both' : 'behind';
  return errand.passed ? 'ahead' : 'neither';
}

function describe(what: string, is: JsonValue, wanted: JsonValue): string {
  return `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}.`;
}
