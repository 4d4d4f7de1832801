import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Facts } from '../../ui/fact.tsx';
import { formatMoment, shortId } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { describeCron } from './describe-cron.ts';
import { PauseSchedule } from './schedule-actions.tsx';
import { EditSchedule } from './schedule-form.tsx';

const OVERLAPS = { skip: 'the new one is skipped', allow: 'both run' } as const;

const route = getRouteApi('/schedules/$scheduleId');

export function SchedulePage() {
  const { scheduleId } = route.useParams();
  const errand = useErrand();
  const path = { schedule_id: scheduleId };
  const query = useQuery({
    queryKey: ['schedules', scheduleId],
    queryFn: ({ signal }) =>
      dataOf(errand.api.GET('/api/v1/schedules/{schedule_id}', { params: { path }, signal })),
  });
  const schedule = query.data?.schedule;
  return (
    <Page
      title={schedule?.name ?? 'Schedule'}
      actions={
        <>
          <Link className={buttonClass({})} to="/tasks" search={{ schedule_id: scheduleId }}>
            Its tasks
          </Link>
          {schedule && <PauseSchedule schedule={schedule} />}
          {schedule && <EditSchedule schedule={schedule} />}
        </>
      }
    >
      <Loaded query={query} elsewhere={<Link to="/schedules">All schedules</Link>}>
        {({
          schedule: { cron, timezone, overlap, catch_up: catchUp, paused, task, ...others },
        }) => (
          <>
            <div className="card">
              <Facts
                facts={[
                  [
                    'Times',
                    <>
                      {describeCron(cron)}
                      <br />
                      <code className="soft">{cron}</code>
                    </>,
                  ],
                  ['Time zone', timezone],
                  ['State', paused ? 'paused' : 'active'],
                  ['If the last task is still running', OVERLAPS[overlap]],
                  ['Missed times', catchUp === 'once' ? 'submitted once' : 'left out'],
                  ['Created by', describeCreator(others)],
                  ['Secrets', describeSecrets(others)],
                ]}
              />
            </div>
            {others.times_error !== undefined && <p className="soft">{others.times_error}.</p>}
            {others.next_runs.length > 0 && (
              <p className="soft">Next: {others.next_runs.map(formatMoment).join(' · ')}</p>
            )}
            <Runs scheduleId={scheduleId} />
            <Section title="Task">
              <Code name="What it submits" json={task} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Described = Pick<
  ErrandSchemas['Schedule'],
  'created_by' | 'created_by_status' | 'secret_members' | 'is_damaged'
>;

/** A schedule continues after its key is revoked or expires, which may be surprising. */
function describeCreator({ created_by: name, created_by_status: status }: Described): string {
  const isGone = status === 'revoked' || status === 'expired';
  return `${name ?? '–'}${isGone ? ` (${status})` : ''}`;
}

function describeSecrets({ secret_members: members, is_damaged: isDamaged }: Described): string {
  if (isDamaged) return 'cannot be decrypted: edit the schedule and give them again';
  return members.length === 0 ? 'none' : `${members.join(', ')}, stored encrypted`;
}

interface RunsProps {
  readonly scheduleId: string;
}

function Runs({ scheduleId }: RunsProps) {
  const errand = useErrand();
  const query = usePages(['schedules', scheduleId, 'runs'], (cursor, signal) => {
    const params = { path: { schedule_id: scheduleId }, query: cursor };
    return dataOf(errand.api.GET('/api/v1/schedules/{schedule_id}/runs', { params, signal }));
  });
  return (
    <Section title="Runs">
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Runs"
            rows={pages.flatMap(({ runs }) => runs)}
            rowKey={({ due_at: at }) => at}
            empty="No due time has passed yet."
            columns={[
              { name: 'Due', cell: ({ due_at: at }) => <Moment time={at} /> },
              { name: 'Outcome', cell: ({ outcome }) => outcome },
              {
                name: 'Task',
                cell: ({ task_id: id }) =>
                  id && (
                    <Link to="/tasks/$taskId" params={{ taskId: id }}>
                      {shortId(id)}
                    </Link>
                  ),
              },
              {
                name: 'Why not',
                cell: ({ error }) => <span className="wrap sentence">{error?.message}</span>,
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Section>
  );
}
