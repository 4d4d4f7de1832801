import { createHistogram, type Bins, type Histogram, type Times } from './histogram.ts';

export type FinalStatus = 'success' | 'failed' | 'cancelled';

/** Counters of tasks that ended with the same status. */
export interface Counted {
  readonly status: FinalStatus;
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
  readonly addAll: (other: FigureSum) => void;
  readonly count: () => number;
  readonly write: () => Figures;
  readonly parts: Parts;
}

interface Parts {
  readonly byStatus: Record<FinalStatus, number>;
  readonly waits: Histogram;
  readonly durations: Histogram;
  readonly cost: () => number;
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
    addAll({ parts }) {
      byStatus.success += parts.byStatus.success;
      byStatus.failed += parts.byStatus.failed;
      byStatus.cancelled += parts.byStatus.cancelled;
      waits.addAll(parts.waits);
      durations.addAll(parts.durations);
      cost += parts.cost();
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
    parts: { byStatus, waits, durations, cost: () => cost },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
