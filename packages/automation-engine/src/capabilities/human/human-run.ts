import type { JsonValue } from '@errand/foundation';
import type { PageTracker } from '../../page/pages/page-tracker.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { HumanEvent, HumanInTheLoop, RecordPerson } from './human-in-the-loop.ts';

/** What waiting for a person needs from a run. */
export interface HumanRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  /** Generated variables by name. */
  readonly variables: Record<string, JsonValue>;
  /** Names of the variables that a person sent. Their values may be passwords or codes. */
  readonly sentByPerson: Set<string>;
  /** Learns what a person types into secret fields. */
  readonly secrets: Pick<RunSecrets, 'hide' | 'missSome'>;
  readonly humanInTheLoop: HumanInTheLoop | undefined;
  readonly recordPerson: RecordPerson | undefined;
  /** Adds a line to the log of the step. */
  readonly noteLog: (line: string) => void;
  readonly onHumanEvent: ((event: HumanEvent) => void) | undefined;
}
