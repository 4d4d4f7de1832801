import { dataOf, type ErrandSchemas } from '@errand/client';
import { useRef } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { Facts } from '../../ui/fact.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatCount, formatName, formatShare } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { readRolloutTerms, RolloutTerms } from './rollout-terms.tsx';

type Rollout = NonNullable<ErrandSchemas['Recording']['rollout']>;

interface RolloutProps {
  readonly recordingId: string;
  readonly rollout: Rollout;
}

/** How a new version performs compared with the previous one, and actions to take. */
export function RolloutSection({ recordingId, rollout }: RolloutProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  const end = useChange({
    run: (outcome: 'promote' | 'stop') => {
      const params = { path: { recording_id: recordingId } };
      const body = { outcome };
      return dataOf(
        errand.api.POST('/api/v1/recordings/{recording_id}/rollouts/end', { params, body }),
      );
    },
    done: ({ message }) => message,
  });
  const { state, version, base_version: base, percent, first_tasks: first } = rollout;
  return (
    <Section
      title={`Roll-out of version ${version}`}
      actions={
        state === 'running' &&
        mayChange && (
          <div className="actions">
            <FormDialog
              small
              label={`All tasks run version ${version}`}
              title={`Run version ${version} for all tasks?`}
              text={`The roll-out ends. New tasks no longer run version ${base}.`}
              confirm={`Run version ${version}`}
              onSend={() => end.mutateAsync('promote')}
            />
            <FormDialog
              small
              look="danger"
              label={`Back to version ${base}`}
              title={`Go back to version ${base}?`}
              text={`The roll-out ends. New tasks no longer run version ${version}.`}
              confirm={`Run version ${base}`}
              onSend={() => end.mutateAsync('stop')}
            />
          </div>
        )
      }
    >
      <div className="card">
        <Facts
          facts={[
            ['State', formatName(state)],
            ['Runs it', first === null ? `${percent}% of the tasks` : `the next ${first} tasks`],
            [`Version ${version}`, describeResults(rollout.new_results)],
            [`Version ${base}`, describeResults(rollout.old_results)],
            ['Complete after', `${formatCount(rollout.min_tasks, 'result')} of each`],
            ['Failures allowed', `${formatShare(rollout.max_failure_rate_increase)} more`],
          ]}
        />
      </div>
    </Section>
  );
}

function describeResults({ succeeded, failed, lost }: Rollout['new_results']): string {
  const count = succeeded + failed;
  const results =
    count === 0
      ? 'no results yet'
      : `${formatShare(succeeded / count)} of ${formatCount(count, 'task')}`;
  return lost === 0 ? results : `${results}, ${lost} lost with the worker or browser`;
}

interface StartRolloutProps {
  readonly recordingId: string;
  readonly version: number;
  readonly current: number;
}

/** Starts a roll-out in which a share of new tasks runs the older version. */
export function StartRollout({ recordingId, version, current }: StartRolloutProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  // A version that arrives while the dialog is open is not one that the person has seen.
  const seen = useRef(current);
  const start = useChange({
    run: (body: ErrandSchemas['StartRolloutRequest']) => {
      const params = { path: { recording_id: recordingId } };
      return dataOf(
        errand.api.POST('/api/v1/recordings/{recording_id}/rollouts', { params, body }),
      );
    },
    done: ({ message }) => message,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      small
      label="Roll out"
      name={`Roll out version ${version}`}
      title={`Roll out version ${version} to some of the tasks`}
      text="It becomes a new version that only these tasks run. If it fails more often, the current version is restored automatically."
      confirm="Roll out"
      onOpen={() => {
        seen.current = current;
      }}
      onSend={async ({ comment, ...terms }) =>
        start.mutateAsync({
          version,
          base_version: seen.current,
          ...readRolloutTerms(terms),
          ...(comment === undefined ? {} : { comment }),
        })
      }
    >
      <RolloutTerms />
      <TextField label="Comment" name="comment" />
    </FormDialog>
  );
}
