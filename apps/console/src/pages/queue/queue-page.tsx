import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { formatCount, shortId } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { When } from '../../ui/when.tsx';
import { WhyWaiting } from '../task/why-waiting.tsx';
import { Logins } from './logins.tsx';
import { Slots } from './slots.tsx';
import { WorkerTable } from './worker-table.tsx';

/** How many of the waiting tasks get an explanation. */
const EXPLAINED = 5;

export function QueuePage() {
  const errand = useErrand();
  const workers = useQuery({
    queryKey: ['queue', 'workers'],
    queryFn: ({ signal }) => dataOf(errand.api.GET('/api/v1/workers', { signal })),
  });
  const queues = useQuery({
    queryKey: ['queue', 'logins'],
    queryFn: ({ signal }) => dataOf(errand.api.GET('/api/v1/login_queues', { signal })),
  });
  return (
    <Page title="Queue" text="What waits, what it waits for, and what could run it.">
      <Section title="Workers">
        <Loaded query={workers}>
          {({ workers: state, alive_workers: alive }) => (
            <>
              <Workers state={state} />
              {alive.length > 0 && <WorkerTable workers={alive} />}
            </>
          )}
        </Loaded>
      </Section>
      <Section title="Waiting longest">
        <NextTasks />
      </Section>
      <Section title="Login queues">
        <Loaded query={queues}>{({ login_queues: logins }) => <Logins logins={logins} />}</Loaded>
      </Section>
    </Page>
  );
}

interface WorkersProps {
  readonly state: ErrandSchemas['WorkersAnswer']['workers'];
}

function Workers({ state }: WorkersProps) {
  const { alive, slots, running, with_models: thinking, with_recording: recording } = state;
  return (
    <div className="card section">
      <p>
        {formatCount(alive, 'worker')} with {formatCount(slots, 'slot')};{' '}
        {formatCount(running, 'task')} of this account {running === 1 ? 'is' : 'are'} running.
        {alive === 0 && ' Nothing can run until a worker is started.'}
      </p>
      <Slots busy={running} free={Math.max(0, slots - running)} waiting={0} />
      <p className="soft">Other accounts may use the slots that are empty here.</p>
      {alive > 0 && (
        <p className="soft">
          {formatCount(thinking, 'worker')} with a language model,{' '}
          {formatCount(recording, 'worker')} with video.
          {thinking === 0 && ' Steps that ask a model fail.'}
        </p>
      )}
    </div>
  );
}

function NextTasks() {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['queue', 'next'],
    queryFn: ({ signal }) => {
      const params = {
        query: { status: ['queued' as const], order: 'asc' as const, limit: EXPLAINED },
      };
      return dataOf(errand.api.GET('/api/v1/tasks', { params, signal }));
    },
  });
  return (
    <Loaded query={query}>
      {({ tasks }) =>
        tasks.length === 0 ? (
          <div className="empty">No task is waiting.</div>
        ) : (
          <ul className="section">
            {tasks.map(({ task_id: id, endpoint_name: name, created_at: created }) => (
              <li key={id} className="card section">
                <p>
                  <Link to="/tasks/$taskId" params={{ taskId: id }}>
                    {name} {shortId(id)}
                  </Link>{' '}
                  <span className="soft">
                    submitted <When time={created} />
                  </span>
                </p>
                <WhyWaiting taskId={id} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
