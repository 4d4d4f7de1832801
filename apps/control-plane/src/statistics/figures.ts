import { createHistogram, type Bins, type Histogram, type Times } from './histogram.ts';

/** Counters of tasks that ended. */
export interface Counted {
  readonly success: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly wait_ms: number;
  readonly wait_bins: Bins;
  readonly duration_ms: number;
  readonly duration_bins: Bins;
  readonly cost_usd: number;
}

/** Figures about the tasks that ended in a period. */
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

/** The figures of one hour or day. */
export type BucketFigures = { readonly starts_at: string } & Figures;

/** Adds up counters. */
export interface FigureSum {
  readonly add: (counted: Counted) => void;
  readonly write: () => Figures;
  readonly writeBucket: (startsAt: Date) => BucketFigures;
  readonly parts: Parts;
}

interface Parts {
  readonly byStatus: Readonly<Record<'success' | 'failed' | 'cancelled', number>>;
  readonly waits: Histogram;
  readonly durations: Histogram;
  readonly cost: () => number;
}

export function createFigureSum(): FigureSum {
  const byStatus = { success: 0, failed: 0, cancelled: 0 };
  const waits = createHistogram();
  const durations = createHistogram();
  let cost = 0;
  const write = (): Figures => {
    const { success, failed, cancelled } = byStatus;
    const decided = success + failed;
    return {
      tasks: decided + cancelled,
      success,
      failed,
      cancelled,
      success_rate: decided === 0 ? null : round(success / decided, 4),
      wait_ms: waits.summarise(),
      duration_ms: durations.summarise(),
      model_cost_usd: round(cost, 6),
    };
  };
  return {
    add(counted) {
      byStatus.success += counted.success;
      byStatus.failed += counted.failed;
      byStatus.cancelled += counted.cancelled;
      waits.add(counted.wait_bins, counted.wait_ms);
      durations.add(counted.duration_bins, counted.duration_ms);
      cost += counted.cost_usd;
    },
    write,
    writeBucket: (startsAt) => ({ starts_at: startsAt.toISOString(), ...write() }),
    parts: { byStatus, waits, durations, cost: () => cost },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
