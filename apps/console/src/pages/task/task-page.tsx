import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import type { TaskDetail } from './task-detail.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { formatDuration, formatName, shortId } from '../../ui/format.ts';
import { Facts } from '../../ui/fact.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { Evidence } from './evidence.tsx';
import { OpenAtStep, TaskActions } from './task-actions.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { readTaskView } from './task-view.ts';
import { useFollowedTask } from './use-followed-task.ts';
import { useStepTargets } from './use-step-targets.ts';
import { Waterfall } from './waterfall.tsx';
import { stepKey, type Step } from './waterfall-rows.ts';
import { WhyWaiting } from './why-waiting.tsx';

const route = getRouteApi('/tasks/$taskId');

export function TaskPage() {
  const { taskId } = route.useParams();
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => errand.task(taskId, { signal }),
  });
  useFollowedTask(query.data);
  if (!query.data) {
    return (
      <Page title={`Task ${shortId(taskId)}`}>
        <Loaded query={query} elsewhere={<Link to="/tasks">All tasks</Link>}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <TaskFound key={taskId} task={query.data} />;
}

interface TaskProps {
  readonly task: TaskDetail;
}

function TaskFound({ task }: TaskProps) {
  const { step: chosen, tab } = route.useSearch({ select: readTaskView });
  const step = task.steps.find((each) => stepKey(each) === chosen) ?? mostTelling(task.steps);
  const targetOf = useStepTargets(task);
  const isOpen = task.completed_at === null;
  return (
    <Page
      title={task.endpoint_name}
      name={`${task.endpoint_name} ${shortId(task.task_id)}`}
      text={
        <span className="with-id">
          <Status
            status={task.status}
            isWaiting={task.waiting_for_human !== null}
            isStopping={task.cancel_requested && isOpen}
          />
          <span className="mono">{task.task_id}</span>
        </span>
      }
      actions={<TaskActions task={task} step={step} />}
    >
      {task.error !== null && (
        <div className="notice bad">
          <strong>{task.error_class ? formatName(task.error_class) : 'Failed'}.</strong>{' '}
          {task.error}
          {task.error_docs_url !== null && (
            <>
              {' '}
              <a href={task.error_docs_url}>What helps</a>
            </>
          )}
        </div>
      )}
      {task.status === 'queued' && <WhyWaiting taskId={task.task_id} />}
      <TaskFacts task={task} />
      <div className={step ? 'task-grid' : ''}>
        {step && (
          <>
            <Waterfall task={task} targetOf={targetOf} shown={step} />
            <Evidence
              step={step}
              target={targetOf(step)}
              taskError={task.error}
              openSession={<OpenAtStep task={task} step={step} />}
            />
          </>
        )}
        <TaskTabs task={task} tab={tab ?? 'output'} />
      </div>
    </Page>
  );
}

/** The last failed step, or else the last step. */
function mostTelling(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ outcome }) => outcome === 'failed') ?? steps.at(-1);
}

/** Milliseconds; null while either is unknown. */
const between = (from: string | null, to: string | null): number | null =>
  from && to ? Date.parse(to) - Date.parse(from) : null;

function TaskFacts({ task }: TaskProps) {
  const { created_at: created, allocated_at: taken, started_at: started } = task;
  return (
    <div className="card">
      <Facts
        facts={[
          ['Submitted', <When key="created" time={created} />],
          ['Waited', formatDuration(between(created, taken))],
          ['Took', formatDuration(between(started, task.completed_at))],
          ['Attempts', `${task.attempts.length} of up to ${task.max_retries + 1}`],
          [
            'Recording',
            <Link
              key="recording"
              to="/recordings/$recordingId"
              params={{ recordingId: task.recording_id }}
            >
              version {task.recording_version}
            </Link>,
          ],
          ...(task.priority === null ? [] : [['Priority', task.priority] as const]),
          ...(task.retry_of === null
            ? []
            : [
                [
                  'Retry of',
                  <Link key="retry" to="/tasks/$taskId" params={{ taskId: task.retry_of }}>
                    {shortId(task.retry_of)}
                  </Link>,
                ] as const,
              ]),
          ...(task.continued_from === null
            ? []
            : [['Continues from', task.continued_from] as const]),
          ...(task.schedule_id === null
            ? []
            : [
                [
                  'Schedule',
                  <Link
                    key="schedule"
                    to="/schedules/$scheduleId"
                    params={{ scheduleId: task.schedule_id }}
                  >
                    {shortId(task.schedule_id)}
                  </Link>,
                ] as const,
              ]),
        ]}
      />
    </div>
  );
}
