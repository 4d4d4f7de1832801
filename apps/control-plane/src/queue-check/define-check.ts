import type { Deviation } from './deviation.ts';
import type { Repair } from './repair.ts';

/** The repair of a kind that disappears by itself. */
export const NO_REPAIR =
  'Nothing: a limit was lowered below the number of running tasks. No task starts until enough of them have ended.';

/** One kind of deviation: how it is found and how it is repaired. */
export interface CheckDefinition extends Pick<Deviation, 'kind' | 'severity' | 'repair'> {
  /** A SELECT that returns `ids`, `expected` and `found` as jsonb, one row per deviation. */
  readonly find: string;
  /** Absent: nothing is repaired. */
  readonly planRepair?: (deviation: Pick<Deviation, 'ids' | 'found'>) => Repair;
}

/** Defines a kind of deviation. Add it to check-registry.ts. */
export function defineCheck(definition: CheckDefinition): CheckDefinition {
  return definition;
}
