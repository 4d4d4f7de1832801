import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';
import { RunTask } from '../task/run-task.tsx';
import { SecretsField } from '../inputs/secrets-field.tsx';
import { LocatorProposals } from './locator-proposals.tsx';
import { describeVersion } from './describe-version.ts';
import { MoveRecording } from './move-recording.tsx';
import { RolloutSection, StartRollout } from './rollout.tsx';
import { VersionDiff } from './version-diff.tsx';

type Version = ErrandSchemas['RecordingVersionSummary'];

const route = getRouteApi('/recordings/$recordingId');

export function RecordingPage() {
  const { recordingId } = route.useParams();
  const errand = useErrand();
  const mayAuthor = useMay('author');
  const query = useQuery({
    queryKey: ['recording', recordingId],
    queryFn: ({ signal }) => {
      const params = { path: { recording_id: recordingId } };
      return dataOf(errand.api.GET('/api/v1/recordings/{recording_id}', { params, signal }));
    },
  });
  const recording = query.data?.recording;
  return (
    <Page
      title={recording?.endpoint_name ?? 'Recording'}
      text={recording?.description}
      actions={
        <>
          <Link className={buttonClass({})} to="/tasks" search={{ recording_id: recordingId }}>
            Its tasks
          </Link>
          {recording && <MoveRecording recording={recording} />}
          {recording && (
            <RunTask
              label="Run"
              inputs={recording.automation.parameters.input_parameters}
              secrets={
                <SecretsField declared={recording.automation.parameters.secure_parameters ?? {}} />
              }
              settings={{ endpoint_name: recording.endpoint_name }}
            />
          )}
          {recording && mayAuthor && (
            <Link
              className={buttonClass({ look: 'main-action' })}
              to="/recordings/$recordingId/edit"
              params={{ recordingId }}
              search={{}}
            >
              Edit
            </Link>
          )}
        </>
      }
    >
      <Loaded query={query} elsewhere={<Link to="/recordings">All recordings</Link>}>
        {({ recording: { version, automation, rollout } }) => (
          <>
            {rollout && <RolloutSection recordingId={recordingId} rollout={rollout} />}
            <LocatorProposals recordingId={recordingId} current={version} />
            <Versions
              key={recordingId}
              recordingId={recordingId}
              current={version}
              rollout={rollout}
            />
            <Section title="Automation">
              <Code name={`Version ${version}`} json={automation} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface VersionsProps {
  readonly recordingId: string;
  readonly current: number;
  readonly rollout: ErrandSchemas['Recording']['rollout'];
}

function Versions({ recordingId, current, rollout }: VersionsProps) {
  const errand = useErrand();
  const [compared, setCompared] = useState<number>();
  const query = usePages(['recording', recordingId, 'versions'], (cursor, signal) => {
    const params = { path: { recording_id: recordingId }, query: cursor };
    return dataOf(errand.api.GET('/api/v1/recordings/{recording_id}/versions', { params, signal }));
  });
  return (
    <Section title="Versions">
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Versions"
            rows={pages.flatMap(({ versions }) => versions)}
            rowKey={({ version }) => version}
            empty="There are no versions."
            columns={[
              {
                name: 'Version',
                cell: (version) => {
                  const words = describeVersion(version, rollout);
                  return (
                    <>
                      {version.version}{' '}
                      {words !== undefined && <span className="chip">{words}</span>}
                    </>
                  );
                },
              },
              { name: 'Comment', cell: (version) => <Comment version={version} /> },
              { name: 'By', cell: ({ created_by: name }) => name ?? '–' },
              { name: 'Saved', cell: ({ created_at: at }) => <When time={at} /> },
              {
                name: 'Actions',
                kind: 'end',
                cell: ({ version, is_current: isCurrent }) =>
                  !isCurrent && (
                    <div className="actions">
                      <button
                        type="button"
                        className={buttonClass({ small: true })}
                        aria-pressed={compared === version}
                        onClick={() => setCompared(compared === version ? undefined : version)}
                      >
                        Compare {version} with {current}
                      </button>
                      <StartRollout recordingId={recordingId} version={version} current={current} />
                      <RollBack recordingId={recordingId} version={version} current={current} />
                    </div>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
      {compared !== undefined && (
        <VersionDiff recordingId={recordingId} from={compared} to={current} />
      )}
    </Section>
  );
}

interface CommentProps {
  readonly version: Version;
}

function Comment({ version: { comment, restored_from: from } }: CommentProps) {
  return (
    <span className="wrap">
      {from !== null && <span className="chip">version {from} again</span>} {comment}
    </span>
  );
}

interface RollBackProps {
  readonly recordingId: string;
  readonly version: number;
  readonly current: number;
}

function RollBack({ recordingId, version, current }: RollBackProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  // A version that arrives while the dialog is open is not one that the person has seen.
  const seen = useRef(current);
  const rollBack = useChange({
    run: (comment: string | undefined) => {
      const params = { path: { recording_id: recordingId } };
      const own = comment === undefined ? {} : { comment };
      const body = { version, base_version: seen.current, ...own };
      return dataOf(
        errand.api.POST('/api/v1/recordings/{recording_id}/rollback', { params, body }),
      );
    },
    done: ({ message }) => message,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      small
      label="Roll back"
      name={`Roll back to version ${version}`}
      title={`Roll back to version ${version}?`}
      text="It becomes a new version. Tasks that were submitted before keep theirs."
      confirm="Roll back"
      onOpen={() => {
        seen.current = current;
      }}
      onSend={({ comment }) => rollBack.mutateAsync(comment)}
    >
      <TextField label="Comment" name="comment" help="The reason, for later readers." />
    </FormDialog>
  );
}
