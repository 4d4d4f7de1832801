import type { History } from '../history.ts';

export interface Span {
  readonly pid: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the times when worker processes were frozen. */
export function findFreezes(history: History, horizon: number): Span[] {
  const lines = history.of('process');
  return lines
    .filter(({ event }) => event === 'frozen')
    .map(({ pid, at: from }) => {
      const end = lines.find(
        (line) => line.pid === pid && line.at >= from && line.event !== 'frozen',
      );
      return { pid, from, to: end?.at ?? horizon };
    });
}

export function frozenMs(freezes: readonly Span[], { pid, from, to }: Span): number {
  return freezes
    .filter((freeze) => freeze.pid === pid)
    .map((freeze) => Math.max(0, Math.min(freeze.to, to) - Math.max(freeze.from, from)))
    .reduce((sum, milliseconds) => sum + milliseconds, 0);
}
