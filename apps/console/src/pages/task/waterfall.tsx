import { formatCount, formatDuration } from '../../ui/format.ts';
import type { TaskDetail } from './task-detail.ts';
import type { TargetOf } from './use-step-targets.ts';
import { WaterfallList } from './waterfall-list.tsx';
import { layOut, type Step } from './waterfall-rows.ts';

interface WaterfallProps {
  readonly task: TaskDetail;
  readonly targetOf: TargetOf;
  readonly shown: Step | undefined;
}

/** The steps of every attempt on a time line, with collapsible loop iterations. */
export function Waterfall({ task, targetOf, shown }: WaterfallProps) {
  return (
    <div className="card flush">
      {task.steps_truncated && (
        <div className="notice">
          Only the newest {formatCount(task.steps.length, 'step')} are shown.{' '}
          <code>errand logs {task.task_id}</code> prints all of them.
        </div>
      )}
      {task.attempts.map(({ attempt, allocated_at: allocated, started_at: started }) => {
        const steps = task.steps.filter((step) => step.attempt === attempt);
        const startedAt = Date.parse(started ?? allocated);
        const firstAt = steps.reduce(
          (first, { started_at: at }) => Math.min(first, Date.parse(at)),
          Infinity,
        );
        return (
          <section key={attempt} aria-label={`Steps of attempt ${attempt}`}>
            <div className="section-head">
              <h2>{task.attempts.length === 1 ? 'Steps' : `Attempt ${attempt}`}</h2>
              <span className="soft">
                {formatCount(steps.length, 'step')}
                {steps.length > 0 &&
                  `, the first after ${formatDuration(Math.max(0, firstAt - startedAt))}`}
              </span>
            </div>
            <WaterfallList
              taskId={task.task_id}
              rows={layOut(steps, firstAt)}
              targetOf={targetOf}
              shown={shown}
            />
          </section>
        );
      })}
    </div>
  );
}
