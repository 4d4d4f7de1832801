import { createHistogram, type Bins, type Times } from './histogram.ts';

/** Counters of tasks that ended with the same status. */
export interface Counted {
  readonly status: 'success' | 'failed' | 'cancelled';
  readonly tasks: number;
  readonly wait_ms: number;
  readonly wait_bins: Bins;
  readonly duration_ms: number;
  readonly duration_bins: Bins;
  readonly cost_usd: number;
}

/** What is known about the tasks that ended in a time. */
export interface Figures {
  readonly tasks: number;
  readonly success: number;
  readonly failed: number;
  readonly cancelled: number;
  /** From 0 to 1; null if none succeeded or failed. */
  readonly success_rate: number | null;
  readonly wait_ms: Times | null;
  readonly duration_ms: Times | null;
  readonly model_cost_usd: number;
}

/** Adds up counters. */
export interface FigureSum {
  readonly add: (counted: Counted) => void;
  readonly count: () => number;
  readonly write: () => Figures;
}

export function createFigureSum(): FigureSum {
  const byStatus = { success: 0, failed: 0, cancelled: 0 };
  const waits = createHistogram();
  const durations = createHistogram();
  let cost = 0;
  const count = (): number => byStatus.success + byStatus.failed + byStatus.cancelled;
  return {
    add(counted) {
      byStatus[counted.status] += counted.tasks;
      waits.add(counted.wait_bins, counted.wait_ms);
      durations.add(counted.duration_bins, counted.duration_ms);
      cost += counted.cost_usd;
    },
    count,
    write() {
      const decided = byStatus.success + byStatus.failed;
      return {
        tasks: count(),
        ...byStatus,
        success_rate: decided === 0 ? null : round(byStatus.success / decided, 4),
        wait_ms: waits.summarise(),
        duration_ms: durations.summarise(),
        model_cost_usd: round(cost, 6),
      };
    },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
