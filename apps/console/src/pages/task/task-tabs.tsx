import { Tabs } from '@base-ui/react/tabs';
import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { Code } from '../../ui/code.tsx';
import { formatBytes, formatName } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Table } from '../../ui/table.tsx';
import { DeliveryTable } from '../deliveries/delivery-table.tsx';
import { TaskEvents } from './task-events.tsx';
import { TaskFiles } from './task-files.tsx';
import type { TaskDetail } from './task-detail.ts';
import type { TaskTab } from './task-view.ts';

const NAMES: readonly (readonly [TaskTab, string])[] = [
  ['output', 'Output'],
  ['inputs', 'Inputs'],
  ['files', 'Files'],
  ['deliveries', 'Deliveries'],
  ['events', 'Events'],
  ['attempts', 'Attempts'],
];

interface TabsProps {
  readonly task: TaskDetail;
  readonly tab: TaskTab;
}

export function TaskTabs({ task, tab }: TabsProps) {
  const navigate = useNavigate({ from: '/tasks/$taskId' });
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next: TaskTab) =>
        void navigate({
          search: (before) => ({ ...before, tab: next }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Tabs.List className="tab-list" aria-label="More about the task">
        {NAMES.map(([value, words]) => (
          <Tabs.Tab key={value} value={value} className="tab">
            {words}
            {value === 'files' && task.download_count > 0 && ` (${task.download_count})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="output" className="tab-panel">
        <Output task={task} />
      </Tabs.Panel>
      <Tabs.Panel value="inputs" className="tab-panel">
        <Code name="Input parameters" json={task.input_parameters} />
        {task.input_files.length > 0 && <InputFiles task={task} />}
      </Tabs.Panel>
      <Tabs.Panel value="files" className="tab-panel">
        <TaskFiles task={task} />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries" className="tab-panel">
        <Deliveries taskId={task.task_id} />
      </Tabs.Panel>
      <Tabs.Panel value="events" className="tab-panel">
        <TaskEvents key={task.task_id} taskId={task.task_id} />
      </Tabs.Panel>
      <Tabs.Panel value="attempts" className="tab-panel">
        <Attempts task={task} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

interface TaskProps {
  readonly task: TaskDetail;
}

function Output({ task }: TaskProps) {
  if (task.output_data.length === 0) {
    return (
      <div className="empty">
        {task.completed_at === null ? 'The task has not reported yet.' : 'The task has no output.'}
      </div>
    );
  }
  return <Code name="Output data" json={task.output_data} />;
}

/** Shown without links, because no response contains the file contents. */
function InputFiles({ task }: TaskProps) {
  return (
    <Table
      label="Files of the task"
      rows={task.input_files}
      rowKey={({ name }) => name}
      empty={null}
      columns={[
        { name: 'File', cell: ({ name }) => <span className="wrap">{name}</span> },
        { name: 'Size', kind: 'number', cell: ({ size_bytes: bytes }) => formatBytes(bytes) },
        { name: 'SHA-256', cell: ({ sha256 }) => <code>{sha256.slice(0, 12)}…</code> },
      ]}
    />
  );
}

interface DeliveriesProps {
  readonly taskId: string;
}

function Deliveries({ taskId }: DeliveriesProps) {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['task-deliveries', taskId],
    queryFn: ({ signal }) => {
      const params = { path: { task_id: taskId } };
      return dataOf(errand.api.GET('/api/v1/tasks/{task_id}/deliveries', { params, signal }));
    },
  });
  return (
    <Loaded query={query}>
      {({ deliveries }) => (
        <DeliveryTable
          deliveries={deliveries}
          empty="Nothing was sent for this task."
          namesTask={false}
        />
      )}
    </Loaded>
  );
}

function Attempts({ task }: TaskProps) {
  return (
    <Table
      label="Attempts"
      rows={task.attempts}
      rowKey={({ attempt }) => attempt}
      empty="No worker has taken the task yet."
      columns={[
        { name: 'Attempt', cell: ({ attempt }) => attempt },
        {
          name: 'Outcome',
          // Beside the evidence there is no room for a column of errors.
          cell: ({ outcome, error, error_class: name }) => (
            <span className="wrap">
              {outcome ?? 'running'}
              {name && `, ${formatName(name)}`}
              {error && `: ${error}`}
            </span>
          ),
        },
        {
          // In one column, which leaves more room for the error.
          name: 'Taken, ended',
          cell: ({ allocated_at: taken, ended_at: ended }) => (
            <>
              <Moment time={taken} />
              <br />
              <Moment time={ended} />
            </>
          ),
        },
      ]}
    />
  );
}
