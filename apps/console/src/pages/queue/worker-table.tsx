import type { ErrandSchemas } from '@errand/client';
import { formatCount } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

interface WorkerTableProps {
  readonly workers: ErrandSchemas['WorkersAnswer']['alive_workers'];
}

/** Each worker that serves the account. */
export function WorkerTable({ workers }: WorkerTableProps) {
  return (
    <Table
      label="Workers"
      rows={workers}
      rowKey={({ worker_id: id }) => id}
      empty="No worker is running."
      columns={[
        { name: 'Worker', cell: ({ worker_id: id }) => <span className="mono">{id}</span> },
        { name: 'Slots', kind: 'number', cell: ({ slots }) => slots ?? 'not reported' },
        {
          name: 'State',
          cell: ({ running }) =>
            running === 0
              ? 'no task of this account'
              : `running ${formatCount(running, 'task')} of this account`,
        },
        { name: 'Last seen', cell: ({ last_seen_at: at }) => <When time={at} /> },
      ]}
    />
  );
}
