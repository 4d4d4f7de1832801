import type { JsonValue } from '@errand/foundation';

/** One entry of the task's output data, with its wire names. */
export interface OutputEntry {
  readonly unique_identifier?: string;
  readonly json_data?: Readonly<Record<string, JsonValue>>;
  readonly text?: string;
}
