import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { readTexts, TextField } from '../../ui/fields.tsx';
import { shortId } from '../../ui/format.ts';
import { Loaded, Problem } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { ControlledScreen } from '../screen/controlled-screen.tsx';
import { OpenTrace } from '../task/open-trace.tsx';
import type { TaskDetail } from '../task/task-detail.ts';
import { TaskFiles } from '../task/task-files.tsx';
import { useFollowedTask } from '../task/use-followed-task.ts';
import { useStepTargets } from '../task/use-step-targets.ts';
import { Waterfall } from '../task/waterfall.tsx';
import { readVariables } from './read-variables.ts';

const route = getRouteApi('/tasks/$taskId/live');

export function TaskLivePage() {
  const { taskId } = route.useParams();
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => errand.task(taskId, { signal }),
  });
  useFollowedTask(query.data);
  const task = query.data;
  return (
    <Page
      title={task ? `${task.endpoint_name}, live` : `Task ${shortId(taskId)}, live`}
      text={
        task && (
          <Status
            status={task.status}
            isWaiting={task.waiting_for_human !== null}
            isStopping={task.cancel_requested && task.completed_at === null}
          />
        )
      }
      actions={
        <Link className={buttonClass({})} to="/tasks/$taskId" params={{ taskId }} search={{}}>
          Steps and results
        </Link>
      }
    >
      <Loaded query={query} elsewhere={<Link to="/tasks">All tasks</Link>}>
        {(loaded) => <Live task={loaded} />}
      </Loaded>
    </Page>
  );
}

interface LiveProps {
  readonly task: TaskDetail;
}

function Live({ task }: LiveProps) {
  const maySubmit = useMay('submit');
  if (task.completed_at !== null) return <Ended task={task} />;
  const isWaiting = task.waiting_for_human !== null;
  return (
    <>
      {isWaiting && maySubmit && <Resume task={task} />}
      <ControlledScreen
        watched={{ kind: 'task', id: task.task_id }}
        label={`Screen of ${task.endpoint_name}`}
        mayControl={isWaiting && maySubmit}
      />
    </>
  );
}

/** What is left of a task that can no longer be watched. */
function Ended({ task }: LiveProps) {
  const targetOf = useStepTargets(task);
  const last = task.steps.findLast(({ screenshot_url: url }) => url)?.screenshot_url;
  return (
    <>
      <div className="notice">The task has ended: {task.error ?? task.status}.</div>
      <div className="actions">
        {task.trace_url !== null && <OpenTrace taskId={task.task_id} />}
        <Link
          className={buttonClass({})}
          to="/recordings/$recordingId"
          params={{ recordingId: task.recording_id }}
        >
          Recording
        </Link>
      </div>
      {last && <img className="last-picture" src={last} alt="The screen at the last step" />}
      <Waterfall task={task} targetOf={targetOf} shown={undefined} />
      <Section title="Files">
        <TaskFiles task={task} />
      </Section>
    </>
  );
}

function Resume({ task }: LiveProps) {
  const errand = useErrand();
  const [problem, setProblem] = useState<Error | null>(null);
  const resume = useChange({
    run: (variables: Record<string, string[]>) => {
      const params = { path: { task_id: task.task_id } };
      const body = { variables };
      return dataOf(errand.api.POST('/api/v1/tasks/{task_id}/resume', { params, body }));
    },
    done: ({ message }) => message,
  });
  const until = task.waiting_for_human?.until;
  return (
    <form
      className="card form"
      aria-label="What the task needs"
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(null);
        try {
          resume.mutate(readVariables(readTexts(event.currentTarget)['variables'] ?? ''));
        } catch (error) {
          setProblem(error instanceof Error ? error : new Error(String(error)));
        }
      }}
    >
      <p>
        <strong>It needs a person.</strong> Take control, do what is needed, then continue the task
        {until !== undefined && (
          <>
            {' '}
            (until <When time={until} />)
          </>
        )}
        .
      </p>
      <TextField
        label="Values for the task"
        name="variables"
        multiline
        help="Optional. One on each line, such as sms_code = 493817."
      />
      <Problem error={problem ?? resume.error} />
      <div>
        <Button type="submit" look="main-action" disabled={resume.isPending}>
          Continue the task
        </Button>
      </div>
    </form>
  );
}
