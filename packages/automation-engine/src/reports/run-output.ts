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
  { maxOutputBytes, maxOutputValues }: Pick<RunLimits, 'maxOutputBytes' | 'maxOutputValues'>,
  { redactJson }: Pick<RunSecrets, 'redactJson'>,
): RunOutput {
  const entries: OutputEntry[] = [];
  let bytes = 0;
  let values = 0;
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
      const addedValues = countValues(entry);
      if (values + addedValues > maxOutputValues) {
        throw new LimitExceededError(
          'maxOutputValues',
          `the output of this step has ${addedValues} values, but only ${maxOutputValues - values} of the ${maxOutputValues} values of the whole run are left. Extract less, or store the content as a file`,
        );
      }
      bytes += added;
      values += addedValues;
      entries.push(entry);
    },
  };
}

/** An empty list or object counts as two, as in the control plane. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members: readonly unknown[] = Object.values(value);
  let count = members.length === 0 ? 2 : 1;
  for (const member of members) count += countValues(member);
  return count;
}
