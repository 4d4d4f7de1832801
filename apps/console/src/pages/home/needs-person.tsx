import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand, useSignedIn } from '../../api/errand-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

/** The tasks that wait for a person; renders nothing when there are none. */
export function NeedsPerson() {
  const errand = useErrand();
  const { me } = useSignedIn();
  const query = useQuery({
    queryKey: ['home', 'needs-person'],
    queryFn: ({ signal }) => {
      const params = { query: { waiting_for_human: true } };
      return dataOf(errand.api.GET('/api/v1/tasks', { params, signal }));
    },
  });
  const tasks = query.data?.tasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <Section title="Needs a person">
      <Table
        label="Tasks that need a person"
        rows={tasks}
        rowKey={({ task_id: id }) => id}
        empty=""
        columns={[
          {
            name: 'Task',
            cell: ({ task_id: id, endpoint_name: name }) => (
              <Link className="named" to="/tasks/$taskId" params={{ taskId: id }}>
                {name}
              </Link>
            ),
          },
          {
            name: 'Page',
            cell: (task) => <span className="wrap">{task.waiting_for_human?.page_url}</span>,
          },
          { name: 'Since', cell: (task) => <When time={task.waiting_for_human?.since} /> },
          { name: 'Gives up', cell: (task) => <When time={task.waiting_for_human?.until} /> },
          {
            name: 'Live view',
            kind: 'end',
            cell: ({ task_id: id }) =>
              me.features.live_view && (
                <Link
                  className={buttonClass({ small: true })}
                  to="/tasks/$taskId/live"
                  params={{ taskId: id }}
                >
                  Open the live view
                </Link>
              ),
          },
        ]}
      />
    </Section>
  );
}
