import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Mark } from '../../ui/status.tsx';
import { formatCount, formatDuration, formatKind } from '../../ui/format.ts';
import { pixelsOf } from '../../ui/pixels-of.ts';
import type { TaskDetail } from './task-detail.ts';
import {
  type IterationRow,
  layOut,
  type Step,
  stepKey,
  type StepRow,
  type WaterfallRow,
} from './waterfall-rows.ts';

/** Height of a row in `rem`, as in the style sheet. */
const ROW_REM = 2;

interface WaterfallProps {
  readonly task: TaskDetail;
  readonly shown: Step | undefined;
}

/** The steps of every attempt on a time line, with collapsible loop iterations. */
export function Waterfall({ task, shown }: WaterfallProps) {
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
            <Rows taskId={task.task_id} rows={layOut(steps, firstAt)} shown={shown} />
          </section>
        );
      })}
    </div>
  );
}

interface RowsProps {
  readonly taskId: string;
  readonly rows: readonly WaterfallRow[];
  readonly shown: Step | undefined;
}

function Rows({ taskId, rows, shown }: RowsProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const span = rows.reduce((most, { start, duration }) => Math.max(most, start + duration), 1);
  const isHidden = (path: string) => [...folded].some((prefix) => path.startsWith(`${prefix}.`));
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const visible = rows.filter((row) => !isHidden(pathOf(row)));
  const scroll = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => pixelsOf(ROW_REM),
    getItemKey: (index) => keyOf(visible[index]),
    overscan: 12,
  });
  const shownAt = visible.findIndex((row) => row.kind === 'step' && row.step === shown);
  const scrollTo = list.scrollToIndex;
  useEffect(() => {
    if (shownAt !== -1) scrollTo(shownAt, { align: 'auto' });
    // Runs only when another step is selected: folding or refetching must not scroll the list.
  }, [shown && stepKey(shown)]);
  return (
    <div className="waterfall" ref={scroll}>
      <ol style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = visible[index];
          return (
            row && (
              <li
                key={key}
                aria-setsize={visible.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'step' ? (
                  <StepLink taskId={taskId} row={row} span={span} isShown={row.step === shown} />
                ) : (
                  <Iteration
                    row={row}
                    span={span}
                    isOpen={!folded.has(row.path)}
                    onToggle={toggle}
                  />
                )}
              </li>
            )
          );
        })}
      </ol>
    </div>
  );
}

const pathOf = (row: WaterfallRow): string => (row.kind === 'step' ? row.step.node_path : row.path);

const keyOf = (row: WaterfallRow | undefined): string => {
  if (!row) return '';
  return row.kind === 'step' ? stepKey(row.step) : row.path;
};

interface StepLinkProps {
  readonly taskId: string;
  readonly row: StepRow;
  readonly span: number;
  readonly isShown: boolean;
}

function StepLink({ taskId, row, span, isShown }: StepLinkProps) {
  const { step, depth } = row;
  return (
    <Link
      to="/tasks/$taskId"
      params={{ taskId }}
      search={(before) => ({ ...before, step: stepKey(step) })}
      resetScroll={false}
      replace
      activeProps={{}}
      aria-current={isShown ? 'true' : undefined}
    >
      <span className="name" style={{ paddingLeft: `${depth}rem` }}>
        <OutcomeMark outcome={step.outcome} />
        <span title={step.node_path}>{formatKind(step.kind)}</span>
      </span>
      <Track row={row} span={span} look={step.outcome} />
      <span className="numbers soft">{formatDuration(step.duration_ms)}</span>
    </Link>
  );
}

const OUTCOMES = {
  done: ['success', 'done'],
  failed: ['failed', 'failed'],
  skipped: ['cancelled', 'skipped'],
} as const;

interface OutcomeProps {
  readonly outcome: Step['outcome'];
}

function OutcomeMark({ outcome }: OutcomeProps) {
  const [look, words] = OUTCOMES[outcome];
  return <Mark look={look} words={<span className="unseen">{words}</span>} />;
}

interface IterationProps {
  readonly row: IterationRow;
  readonly span: number;
  readonly isOpen: boolean;
  readonly onToggle: (path: string) => void;
}

function Iteration({ row, span, isOpen, onToggle }: IterationProps) {
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => onToggle(row.path)}>
      <span className="name group" style={{ paddingLeft: `${row.depth}rem` }}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <span>
          Iteration {row.number}
          {row.hasFailed && ' (failed)'}
        </span>
      </span>
      <Track row={row} span={span} look="skipped" />
      <span className="numbers soft">{formatDuration(row.duration)}</span>
    </button>
  );
}

interface TrackProps {
  readonly row: WaterfallRow;
  readonly span: number;
  readonly look: Step['outcome'];
}

function Track({ row, span, look }: TrackProps) {
  const left = Math.min(99, (100 * Math.max(0, row.start)) / span);
  return (
    <span className="track" aria-hidden="true">
      <i className={look} style={{ left: `${left}%`, width: `${(100 * row.duration) / span}%` }} />
    </span>
  );
}
