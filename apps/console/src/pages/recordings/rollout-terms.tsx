import type { ErrandSchemas } from '@errand/client';
import { SelectField, TextField } from '../../ui/fields.tsx';

type Terms = Omit<ErrandSchemas['StartRolloutRequest'], 'automation' | 'version' | 'comment'>;

const SHARES = ['5', '10', '25', '50'].map((share) => [share, `${share}% of them`] as const);
const ALL = ['', 'All of them'] as const;
const FIRST = ['first', 'The next ones, as many as given below'] as const;

interface RolloutTermsProps {
  /** Whether all tasks may run the version immediately, which is then the default. */
  readonly mayBeAll?: boolean;
}

/** Fields that say which new tasks run a version, and when it is good enough for all. */
export function RolloutTerms({ mayBeAll = false }: RolloutTermsProps) {
  return (
    <>
      <SelectField
        label="New tasks that run it"
        name="share"
        value={mayBeAll ? '' : '10'}
        options={[...(mayBeAll ? [ALL] : []), ...SHARES, FIRST]}
      />
      <details>
        <summary>If only some of them do</summary>
        <div className="form">
          <TextField
            label="Number of next tasks"
            name="first"
            type="number"
            help="At least as many as the results that are needed."
          />
          <TextField
            label="Results needed for each version"
            name="results"
            type="number"
            help="20 unless given. After them, all tasks run the new version."
          />
          <TextField
            label="Failures allowed in addition, in percentage points"
            name="increase"
            type="number"
            help="5 unless given. If more fail, all tasks return to the previous version."
          />
        </div>
      </details>
    </>
  );
}

/** The terms of a roll-out; undefined without one. Throws an error for the user. */
export function readRolloutTerms({
  share,
  first,
  results,
  increase,
}: Readonly<Record<string, string>>): Terms | undefined {
  if (share === undefined) {
    if (first ?? results ?? increase) {
      throw new Error('All tasks would run it: choose some of them, or clear the terms.');
    }
    return undefined;
  }
  if (share === 'first' && first === undefined) {
    throw new Error('Number of next tasks is empty: enter how many run the new version.');
  }
  if (share !== 'first' && first !== undefined) {
    throw new Error('Give a share or a number of next tasks, not both.');
  }
  return {
    ...(share === 'first' ? { first_tasks: Number(first) } : { percent: Number(share) }),
    ...(results === undefined ? {} : { min_tasks: Number(results) }),
    ...(increase === undefined ? {} : { max_failure_rate_increase: Number(increase) / 100 }),
  };
}
