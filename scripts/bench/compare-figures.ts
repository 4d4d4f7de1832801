import { percentile, round } from './statistics.ts';

/** Figures of one run by path, such as `summaries.errand, process.cpuSeconds.p50`. */
export type Figures = ReadonlyMap<string, number>;

export interface Comparison {
  readonly name: string;
  /** Medians of all rounds. */
  readonly first: number;
  readonly second: number;
  /** Ratio of second to first: the median of the rounds and the extremes. */
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  /** Whether all rounds agree on which commit's figure is larger. */
  readonly isBeyondSpread: boolean;
}

/** Finds every number in a report. A list element is identified by its `name`, if it has one. */
export function readFigures(report: unknown): Figures {
  const figures = new Map<string, number>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'number') figures.set(path.join('.'), value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      visit(child, [...path, Array.isArray(value) ? nameOf(child, key) : key]);
    }
  };
  visit(report, []);
  return figures;
}

function nameOf(element: unknown, index: string): string {
  const isNamed = typeof element === 'object' && element !== null && 'name' in element;
  return isNamed && typeof element.name === 'string' ? element.name : index;
}

/**
 * Compares the figures that both commits have in every round. Leaves out those that never change,
 * such as options, and those that have no ratio because one of them is 0.
 */
export function compareFigures(
  rounds: readonly (readonly [Figures, Figures])[],
): readonly Comparison[] {
  const names = [...(rounds[0]?.[0].keys() ?? [])];
  return names.flatMap((name) => {
    const pairs = rounds.map(([one, other]) => [one.get(name) ?? 0, other.get(name) ?? 0] as const);
    const values = pairs.flat();
    if (values.includes(0) || new Set(values).size === 1) return [];
    return [compareOne(name, pairs)];
  });
}

function compareOne(name: string, pairs: readonly (readonly [number, number])[]): Comparison {
  const ratios = pairs.map(([one, other]) => other / one);
  const least = Math.min(...ratios);
  const most = Math.max(...ratios);
  return {
    name,
    first: percentile(
      pairs.map(([one]) => one),
      50,
    ),
    second: percentile(
      pairs.map(([, other]) => other),
      50,
    ),
    ratio: percentile(ratios, 50),
    least: round(least),
    most: round(most),
    isBeyondSpread: least > 1 || most < 1,
  };
}
