import { useVirtualizer } from '@tanstack/react-virtual';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, useCallback, useEffect, useRef } from 'react';
import type { ListedTask } from '../../api/task-list.ts';
import { formatDuration, formatName, shortId } from '../../ui/format.ts';
import { pixelsOf } from '../../ui/pixels-of.ts';
import { Status } from '../../ui/status.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { When } from '../../ui/when.tsx';

/** Heights in `rem`, as in the style sheet: a line, or a card of three lines. */
const ROW_HEIGHT = { line: 2.5, card: 5.25 };
/** Rows rendered beyond each edge. Few, because a jump renders all of them together. */
const BEYOND = 4;
/** The next page is fetched this many rows before the end. */
const AHEAD = 60;

interface TaskRowsProps {
  readonly tasks: readonly ListedTask[];
  /** Number of rows; -1 while more can be fetched. */
  readonly total: number;
  readonly chosen: ReadonlySet<string>;
  /** Whether every task of the list is chosen, even those that are not loaded. */
  readonly areAllChosen: boolean;
  readonly onChoose: (id: string, isChosen: boolean) => void;
  /** Chooses the loaded tasks, or none. */
  readonly onChooseLoaded: (areChosen: boolean) => void;
  /** Called when the user scrolls near the end. */
  readonly onEnd: () => void;
}

/** The list. Only the rows in view are rendered. */
export function TaskRows(props: TaskRowsProps) {
  const { tasks, total, chosen, areAllChosen, onChoose, onEnd } = props;
  const scroll = useRef<HTMLDivElement>(null);
  // A new function at each render would recompute the positions of all rows.
  const keyAt = useCallback((index: number) => tasks[index]?.task_id ?? index, [tasks]);
  const height = useMedia(NARROW) ? ROW_HEIGHT.card : ROW_HEIGHT.line;
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => pixelsOf(height),
    getItemKey: keyAt,
    overscan: BEYOND,
  });
  useEffect(() => rows.measure(), [rows, height]);
  const navigate = useNavigate();
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const taskId = link?.dataset['task'];
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (taskId === undefined || !isPlain) return;
    event.preventDefault();
    void navigate({ to: '/tasks/$taskId', params: { taskId }, search: {} });
  };
  const shown = rows.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= tasks.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onEnd();
  });
  return (
    <div className="tasks-scroll" ref={scroll} role="region" aria-label="Task list" tabIndex={0}>
      <div role="table" aria-label="Tasks" aria-rowcount={total === -1 ? -1 : total + 1}>
        <div role="rowgroup">
          <div className="task-row head" role="row" aria-rowindex={1}>
            <span role="columnheader" className="choice">
              <label>
                <input
                  type="checkbox"
                  checked={areAllChosen || tasks.every(({ task_id: id }) => chosen.has(id))}
                  onChange={(event) => props.onChooseLoaded(event.currentTarget.checked)}
                />
                <span>Choose all loaded tasks</span>
              </label>
            </span>
            <span role="columnheader">Status</span>
            <span role="columnheader">Task</span>
            <span role="columnheader">Inputs or error</span>
            <span role="columnheader">Submitted</span>
            <span role="columnheader" className="number">
              Took
            </span>
          </div>
        </div>
        {/* Enter on a link is also a click. */}
        <div
          role="rowgroup"
          onClick={followLink}
          style={{ height: rows.getTotalSize(), position: 'relative' }}
        >
          {shown.map(({ key, index, start }) => {
            const task = tasks[index];
            return (
              task && (
                <TaskRow
                  key={key}
                  task={task}
                  index={index}
                  start={start}
                  isChosen={areAllChosen || chosen.has(task.task_id)}
                  onChoose={onChoose}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface TaskRowProps extends Pick<TaskRowsProps, 'onChoose'> {
  readonly task: ListedTask;
  readonly index: number;
  readonly start: number;
  readonly isChosen: boolean;
}

const TaskRow = memo(
  ({ task, index, start, isChosen, onChoose }: TaskRowProps) => (
    <div
      className="task-row body"
      role="row"
      aria-rowindex={index + 2}
      data-chosen={isChosen}
      style={{ top: start }}
    >
      <span role="cell" className="choice">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Choose ${task.endpoint_name} ${shortId(task.task_id)}`}
          onChange={(event) => onChoose(task.task_id, event.currentTarget.checked)}
        />
      </span>
      <span role="cell">
        <Status
          status={task.status}
          isWaiting={task.waiting_for_human !== null}
          isStopping={task.cancel_requested && task.completed_at === null}
        />
      </span>
      <span role="cell" className="name cut">
        {/* A router's link would cost most of a row's time. */}
        <a
          href={`/console/tasks/${task.task_id}`}
          data-task={task.task_id}
          aria-label={`${task.endpoint_name} ${shortId(task.task_id)}`}
        >
          {task.endpoint_name}
        </a>
      </span>
      <span role="cell" className="about soft cut" title={task.error ?? undefined}>
        {task.error_class ? formatName(task.error_class) : describeInputs(task)}
      </span>
      <span role="cell" className="submitted soft">
        <When time={task.created_at} />
      </span>
      <span role="cell" className="number">
        {formatDuration(durationOf(task))}
      </span>
    </div>
  ),
  (one, other) =>
    one.task === other.task &&
    one.index === other.index &&
    one.start === other.start &&
    one.isChosen === other.isChosen,
);

function describeInputs({ input_parameters: inputs }: ListedTask): string {
  return Object.entries(inputs ?? {})
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
    .join(' · ');
}

function durationOf({ started_at: started, completed_at: completed }: ListedTask): number | null {
  return started && completed ? Date.parse(completed) - Date.parse(started) : null;
}
