import type { ErrandSchemas } from '@errand/client';

export type Step = ErrandSchemas['TaskStep'];

interface Timed {
  /** Number of nodes and iterations that enclose the row. */
  readonly depth: number;
  /** From the start of the attempt, in ms. */
  readonly start: number;
  readonly duration: number;
}

export interface StepRow extends Timed {
  readonly kind: 'step';
  readonly step: Step;
}

/** One iteration of a loop; the steps up to the next iteration belong to it. */
export interface IterationRow extends Timed {
  readonly kind: 'iteration';
  /** Path of the iteration, such as `nodes[2][0]`. */
  readonly path: string;
  /** Counted from 1. */
  readonly number: number;
  readonly hasFailed: boolean;
}

export type WaterfallRow = StepRow | IterationRow;

/** `ATTEMPT.SEQUENCE`, which identifies a step in the page's URL. */
export const stepKey = ({ attempt, sequence }: Pick<Step, 'attempt' | 'sequence'>): string =>
  `${attempt}.${sequence}`;

/** The iterations around a path, outermost first: `nodes[2][0].nodes[1]` is in `nodes[2][0]`. */
function iterationsOf(path: string): string[] {
  const parts = path.split('.');
  return parts.flatMap((part, index) =>
    // Paths in post-processing lists also have two indexes, but are not loops.
    /^nodes\[\d+\]\[\d+\]$|_nodes\[\d+\]\[\d+\]\[\d+\]$|^(?:if|else|reset)_nodes\[\d+\]\[\d+\]$/.test(
      part,
    )
      ? [parts.slice(0, index + 1).join('.')]
      : [],
  );
}

/** A check of a loop's condition begins an iteration, except the check that ends the loop. */
function iterationsAround({ node_path: path, outcome }: Step): string[] {
  const around = iterationsOf(path);
  return around.at(-1) === path && outcome === 'skipped' ? around.slice(0, -1) : around;
}

/** The steps of an attempt in the order in which they ran, below a row for each iteration. */
export function layOut(steps: readonly Step[], startedAt: number): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  let open: readonly OpenIteration[] = [];
  for (const step of steps.toSorted((one, other) => one.sequence - other.sequence)) {
    const start = Date.parse(step.started_at) - startedAt;
    const around = iterationsAround(step);
    const common = around.findIndex((path, index) => path !== open[index]?.path);
    const begun =
      common === -1 ? [] : around.slice(common).map((path) => openIteration(path, start));
    rows.push(...begun);
    open = [...open.slice(0, around.length - begun.length), ...begun];
    for (const iteration of open) extend(iteration, step, start);
    rows.push({
      kind: 'step',
      step,
      depth: depthOf(step.node_path) + (around.at(-1) === step.node_path ? 2 : 0),
      start,
      duration: step.duration_ms,
    });
  }
  return rows;
}

/** A row that grows with each of its steps. */
type OpenIteration = { -readonly [Member in keyof IterationRow]: IterationRow[Member] };

function openIteration(path: string, start: number): OpenIteration {
  const index = /\[(?<index>\d+)\]$/.exec(path)?.groups?.['index'];
  return {
    kind: 'iteration',
    path,
    number: Number(index) + 1,
    // One level below the loop's own step.
    depth: depthOf(path) + 1,
    start,
    duration: 0,
    hasFailed: false,
  };
}

function extend(iteration: OpenIteration, step: Step, start: number): void {
  const end = Math.max(iteration.start + iteration.duration, start + step.duration_ms);
  iteration.start = Math.min(iteration.start, start);
  iteration.duration = end - iteration.start;
  iteration.hasFailed ||= step.outcome === 'failed';
}

/** Number of nodes and iterations around the last node of the path. */
function depthOf(path: string): number {
  const levels = path.split('.').length - 1;
  return levels + iterationsOf(path.split('.').slice(0, -1).join('.')).length;
}
