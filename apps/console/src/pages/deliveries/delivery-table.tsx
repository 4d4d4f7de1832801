import { dataOf, type ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { tellRefusal, useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { formatName, shortId } from '../../ui/format.ts';
import { Mark } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

type Delivery = ErrandSchemas['Delivery'];

const LOOKS = { pending: 'queued', delivered: 'success', failed: 'failed' } as const;

const TASK: Column<Delivery> = {
  name: 'Task',
  cell: ({ task_id: id }) => (
    <Link to="/tasks/$taskId" params={{ taskId: id }}>
      {shortId(id)}
    </Link>
  ),
};

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  readonly empty: string;
  /** Default true. */
  readonly namesTask?: boolean;
}

/** What was sent to which receiver, and how it responded. */
export function DeliveryTable({ deliveries, empty, namesTask = true }: DeliveryTableProps) {
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      rowKey={({ delivery_id: id }) => id}
      empty={empty}
      columns={[
        { name: 'State', cell: ({ state }) => <Mark look={LOOKS[state]} words={state} /> },
        { name: 'To', cell: (delivery) => <Receiver delivery={delivery} /> },
        { name: 'About', cell: ({ about }) => formatName(about) },
        ...(namesTask ? [TASK] : []),
        { name: 'Tries', kind: 'number', cell: ({ attempts }) => attempts },
        { name: 'Last try', cell: ({ last_attempt_at: at }) => <When time={at} /> },
        { name: 'Actions', kind: 'end', cell: (delivery) => <Redeliver delivery={delivery} /> },
      ]}
    />
  );
}

interface DeliveryProps {
  readonly delivery: Delivery;
}

function Receiver({ delivery }: DeliveryProps) {
  const { url, last_status: status, last_error: error, last_response: response } = delivery;
  return (
    <div className="address">
      {url}
      {(error ?? status) !== null && <p className="soft">{error ?? `Status ${status}.`}</p>}
      {response !== null && response !== '' && (
        <details>
          <summary>Response</summary>
          <pre>{response}</pre>
        </details>
      )}
    </div>
  );
}

function Redeliver({ delivery: { delivery_id: id, state, task_id: taskId } }: DeliveryProps) {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const redeliver = useChange({
    run: () => {
      const params = { path: { delivery_id: id } };
      return dataOf(errand.api.POST('/api/v1/deliveries/{delivery_id}/redeliver', { params }));
    },
    done: () => 'The delivery is sent again.',
  });
  if (!mayChange || state === 'pending') return null;
  return (
    <Button
      small
      disabled={redeliver.isPending}
      label={`Send again the delivery of task ${shortId(taskId)}`}
      onPress={() => redeliver.mutate(undefined, tellRefusal)}
    >
      Send again
    </Button>
  );
}
