import type { ErrandSchemas } from '@errand/client';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { readRecordings } from '../../api/read-recordings.ts';
import { useWorkspaces } from '../../api/use-workspaces.ts';
import { buttonClass } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Results } from '../../ui/results.tsx';
import { Status } from '../../ui/status.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';
import { readRecordingFilters } from './recording-filters.ts';

type Summary = ErrandSchemas['RecordingSummary'];

const route = getRouteApi('/recordings');

export function RecordingsPage() {
  const errand = useErrand();
  const mayAuthor = useMay('author');
  const navigate = useNavigate({ from: '/recordings' });
  const { workspace_id: workspaceId } = route.useSearch({ select: readRecordingFilters });
  const workspaces = useWorkspaces();
  const query = usePages(['recordings', workspaceId], ({ cursor }, signal) =>
    readRecordings(errand, { workspaceId, cursor }, signal),
  );
  return (
    <Page
      title="Recordings"
      text="The automations of the account, and how their tasks are doing."
      actions={
        mayAuthor && (
          <>
            <Link className={buttonClass({})} to="/recordings/import">
              Import
            </Link>
            <Link className={buttonClass({ look: 'main-action' })} to="/record" search={{}}>
              Record
            </Link>
          </>
        )
      }
    >
      {workspaces.length > 1 && (
        <div className="filters">
          <SelectField
            label="Workspace"
            name="workspace"
            value={workspaceId ?? ''}
            options={[
              ['', 'All workspaces'],
              ...workspaces.map(({ workspace_id: id, name }) => [id, name] as const),
            ]}
            onChoose={(id) =>
              void navigate({ search: id === '' ? {} : { workspace_id: id }, replace: true })
            }
          />
        </div>
      )}
      <Results
        asked={workspaceId ?? ''}
        count={query.data?.pages.flatMap(({ recordings }) => recordings).length}
        hasMore={query.hasNextPage}
        one="recording"
      />
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Recordings"
            rows={pages.flatMap(({ recordings }) => recordings)}
            rowKey={({ recording_id: id }) => id}
            empty="There are no recordings yet. Record one in a browser, import what another tool has recorded, or push a file with `errand recordings push`."
            columns={[
              { name: 'Name', cell: (recording) => <Name recording={recording} /> },
              ...(workspaces.length > 1 && workspaceId === undefined
                ? [
                    {
                      name: 'Workspace',
                      cell: ({ workspace_id: id }: Summary) => (
                        <span className="named">
                          {workspaces.find((each) => each.workspace_id === id)?.name}
                        </span>
                      ),
                    },
                  ]
                : []),
              { name: 'Version', kind: 'number', cell: ({ version }) => version },
              { name: 'Last task', cell: ({ last_task: task }) => <LastTask task={task} /> },
              {
                name: 'Success',
                cell: ({ recent }) => {
                  const count = recent.success_count + recent.failed_count;
                  if (count === 0) return <span className="soft">no task has ended</span>;
                  return (
                    <>
                      {formatShare(recent.success_rate)}{' '}
                      <span className="soft">of the last {formatCount(count, 'task')}</span>
                    </>
                  );
                },
              },
              { name: 'Changed', cell: ({ updated_at: at }) => <When time={at} /> },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

interface NameProps {
  readonly recording: Summary;
}

function Name({ recording: { recording_id: id, endpoint_name: name, description } }: NameProps) {
  return (
    <>
      <Link className="strong" to="/recordings/$recordingId" params={{ recordingId: id }}>
        {name}
      </Link>
      {description !== '' && <p className="soft wrap">{description}</p>}
    </>
  );
}

interface LastTaskProps {
  readonly task: Summary['last_task'];
}

function LastTask({ task }: LastTaskProps) {
  if (!task) return <span className="soft">none</span>;
  return (
    <Link to="/tasks/$taskId" params={{ taskId: task.task_id }}>
      <Status status={task.status} /> <When time={task.created_at} />
    </Link>
  );
}
