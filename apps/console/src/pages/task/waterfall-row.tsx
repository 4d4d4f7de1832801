import { Link } from '@tanstack/react-router';
import { formatDuration, formatKind } from '../../ui/format.ts';
import { Mark } from '../../ui/status.tsx';
import {
  type IterationRow,
  type Step,
  stepKey,
  type StepRow,
  type WaterfallRow,
} from './waterfall-rows.ts';

/** Place of a row in the order of tab stops. */
interface Place {
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

interface StepLinkProps {
  readonly taskId: string;
  readonly row: StepRow;
  /** What the step acts on; empty if unknown. */
  readonly target: string;
  readonly span: number;
  readonly isShown: boolean;
  readonly place: Place;
}

export function StepLink({ taskId, row, target, span, isShown, place }: StepLinkProps) {
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
      {...place}
    >
      <span className="name" style={{ paddingLeft: `${depth}rem` }}>
        <OutcomeMark outcome={step.outcome} />
        <span title={target === '' ? step.node_path : `${step.node_path}: ${target}`}>
          {formatKind(step.kind)} {target !== '' && <code className="soft">{target}</code>}
        </span>
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
  readonly place: Place;
}

export function IterationButton({ row, span, isOpen, onToggle, place }: IterationProps) {
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => onToggle(row.path)} {...place}>
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
