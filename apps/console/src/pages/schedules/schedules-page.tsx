import { dataOf, type ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';
import { describeCron } from './describe-cron.ts';
import { DeleteSchedule, PauseSchedule } from './schedule-actions.tsx';
import { CreateSchedule } from './schedule-form.tsx';

type Schedule = ErrandSchemas['Schedule'];

export function SchedulesPage() {
  const errand = useErrand();
  const query = usePages(['schedules'], (cursor, signal) =>
    dataOf(errand.api.GET('/api/v1/schedules', { params: { query: cursor }, signal })),
  );
  return (
    <Page
      title="Schedules"
      text="Tasks that are submitted at set times."
      actions={<CreateSchedule />}
    >
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Schedules"
            rows={pages.flatMap(({ schedules }) => schedules)}
            rowKey={({ schedule_id: id }) => id}
            empty="There are no schedules yet."
            columns={[
              {
                name: 'Name',
                cell: ({ schedule_id: id, name }) => (
                  <Link className="strong" to="/schedules/$scheduleId" params={{ scheduleId: id }}>
                    {name}
                  </Link>
                ),
              },
              {
                name: 'Recording',
                cell: ({ task }) => <span className="named">{task.endpoint_name}</span>,
              },
              {
                name: 'Times',
                cell: ({ cron, timezone }) => (
                  <span className="wrap">
                    {describeCron(cron)} ({timezone})
                    <br />
                    <code className="soft">{cron}</code>
                  </span>
                ),
              },
              { name: 'Next', cell: (schedule) => <Next schedule={schedule} /> },
              {
                name: 'Last',
                cell: ({ last_run: run }) =>
                  run ? (
                    <>
                      {run.outcome} <When time={run.due_at} />
                    </>
                  ) : (
                    '–'
                  ),
              },
              {
                name: 'Actions',
                kind: 'end',
                cell: (schedule) => (
                  <div className="actions">
                    <PauseSchedule small schedule={schedule} />
                    <DeleteSchedule schedule={schedule} />
                  </div>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

interface NextProps {
  readonly schedule: Schedule;
}

function Next({ schedule: { paused, next_runs: times } }: NextProps) {
  return paused ? <span className="chip">paused</span> : <When time={times[0]} />;
}
