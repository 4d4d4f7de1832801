import type { ErrandSchemas } from '@errand/client';

export type Step = ErrandSchemas['TaskStep'];

interface Timed {
  /** Levels of nodes around it. */
  readonly depth: number;
  /** From the start of the attempt, in ms. */
  readonly start: number;
  readonly duration: number;
}

export interface StepRow extends Timed {
  readonly kind: 'step';
  readonly step: Step;
}

/** One iteration of a loop: the steps until the next one belong to it. */
export interface IterationRow extends Timed {
  readonly kind: 'iteration';
  /** Path of the iteration, such as `nodes[2][0]`. */
  readonly path: string;
  /** From 1. */
  readonly number: number;
  readonly hasFailed: boolean;
}

export type WaterfallRow = StepRow | IterationRow;

/** `ATTEMPT.SEQUENCE`, which names a step in the address of the page. */
export const stepKey = ({ attempt, sequence }: Pick<Step, 'attempt' | 'sequence'>): string =>
  `${attempt}.${sequence}`;

/** The iterations around a path, from outside: `nodes[2][0].nodes[1]` is in `nodes[2][0]`. */
function iterationsOf(path: string): string[] {
  const parts = path.split('.');
  return parts.flatMap((part, index) =>
    // The lists of post-processing have two indexes, too, but are no loops.
    /^nodes\[\d+\]\[\d+\]$|_nodes\[\d+\]\[\d+\]\[\d+\]$|^(?:if|else)_nodes\[\d+\]\[\d+\]$/.test(
      part,
    )
      ? [parts.slice(0, index + 1).join('.')]
      : [],
  );
}

/** The steps of an attempt in the order in which they ran, below a row for each iteration. */
export function layOut(steps: readonly Step[], startedAt: number): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  let open: readonly string[] = [];
  for (const step of steps.toSorted((one, other) => one.sequence - other.sequence)) {
    const around = iterationsOf(step.node_path);
    const common = around.findIndex((path, index) => path !== open[index]);
    const begun = common === -1 ? [] : around.slice(common);
    rows.push(...begun.map((path) => iterationRow(path, steps, startedAt)));
    open = around;
    rows.push({
      kind: 'step',
      step,
      depth: depthOf(step.node_path),
      start: Date.parse(step.started_at) - startedAt,
      duration: step.duration_ms,
    });
  }
  return rows;
}

function iterationRow(path: string, steps: readonly Step[], startedAt: number): IterationRow {
  const own = steps.filter(({ node_path: of }) => of.startsWith(`${path}.`));
  const starts = own.map(({ started_at: at }) => Date.parse(at));
  const ends = own.map(({ started_at: at, duration_ms: ms }) => Date.parse(at) + ms);
  const start = Math.min(...starts);
  const index = /\[(?<index>\d+)\]$/.exec(path)?.groups?.['index'];
  return {
    kind: 'iteration',
    path,
    number: Number(index) + 1,
    // Below the step of the loop itself.
    depth: depthOf(path) + 1,
    start: start - startedAt,
    duration: Math.max(...ends) - start,
    hasFailed: own.some(({ outcome }) => outcome === 'failed'),
  };
}

/** Nodes and iterations around the last node of the path. */
function depthOf(path: string): number {
  const levels = path.split('.').length - 1;
  return levels + iterationsOf(path.split('.').slice(0, -1).join('.')).length;
}
