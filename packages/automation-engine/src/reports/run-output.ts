import type { OutputEntry } from './output-entry.ts';
import { LimitExceededError } from '../errors.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { RunLimits } from '../run-limits.ts';

/** What the steps of a run have extracted, in step order. */
export interface RunOutput {
  readonly entries: readonly OutputEntry[];
  /**
   * Throws `LimitExceededError`, and keeps the earlier entries, when the output of the run would
   * become too large.
   */
  readonly add: (entry: OutputEntry) => void;
}

export function createRunOutput(
  { maxOutputBytes }: Pick<RunLimits, 'maxOutputBytes'>,
  { redactJson }: Pick<RunSecrets, 'redactJson'>,
): RunOutput {
  const entries: OutputEntry[] = [];
  let bytes = 0;
  return {
    entries,
    add(extracted) {
      const entry = redactJson(extracted);
      const added = Buffer.byteLength(JSON.stringify(entry));
      if (bytes + added > maxOutputBytes) {
        throw new LimitExceededError(
          'maxOutputBytes',
          `the output of this step has ${added} bytes, but only ${maxOutputBytes - bytes} of the ${maxOutputBytes} bytes of the whole run are left. Extract less, or store the content as a file`,
        );
      }
      bytes += added;
      entries.push(entry);
    },
  };
}
