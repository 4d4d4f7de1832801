import { Suspense } from 'react';
import { formatDuration, formatMoney, formatNumber, formatShare } from '../../ui/format.ts';
import { lazyPage } from '../../ui/lazy-page.ts';
import { type Bucket, type Figures, listHours } from './last-day.ts';
import type { PlotLine } from './plot-line.ts';

const Plot = lazyPage(() => import('./plot.tsx'), 'Plot');

interface PlotsProps {
  readonly figures: Figures;
}

interface Drawing {
  readonly title: string;
  readonly unit: string;
  readonly format: (value: number) => string;
  /** Upper end of the scale. Default: fits the values. */
  readonly most?: number;
  readonly isWhole?: boolean;
  readonly lines: readonly PlotLine[];
}

/** Hours without tasks are drawn as 0 if the value is a count, and as a gap otherwise. */
const DRAWINGS: readonly Drawing[] = [
  {
    title: 'Throughput',
    unit: 'tasks ended in each hour',
    format: formatNumber,
    isWhole: true,
    lines: [
      { name: 'success', colour: '--good', read: (hour?: Bucket) => hour?.success ?? 0 },
      {
        name: 'failed',
        colour: '--bad',
        isDashed: true,
        read: (hour?: Bucket) => hour?.failed ?? 0,
      },
    ],
  },
  {
    title: 'Wait',
    unit: 'from submission to a worker',
    format: formatDuration,
    lines: [
      { name: 'median', colour: '--accent', read: (hour?: Bucket) => hour?.wait_ms?.p50 ?? null },
      {
        name: '95th percentile',
        colour: '--ink-soft',
        isDashed: true,
        read: (hour?: Bucket) => hour?.wait_ms?.p95 ?? null,
      },
    ],
  },
  {
    title: 'Success',
    unit: 'of the tasks not cancelled',
    format: formatShare,
    most: 1,
    lines: [
      { name: 'share', colour: '--good', read: (hour?: Bucket) => hour?.success_rate ?? null },
    ],
  },
  {
    title: 'Model cost',
    unit: 'in each hour',
    format: formatMoney,
    lines: [
      { name: 'cost', colour: '--accent', read: (hour?: Bucket) => hour?.model_cost_usd ?? 0 },
    ],
  },
];

export function Plots({ figures }: PlotsProps) {
  const hours = listHours(figures);
  return (
    <div className="plots">
      {DRAWINGS.map(({ title, unit, lines, format, most, isWhole = false }) => (
        <section key={title} className="card" aria-label={title}>
          <div className="plot-head">
            <h2>
              {title} <small>{unit}</small>
            </h2>
            <Legend lines={lines} />
          </div>
          <Suspense fallback={<div className="plot-canvas" />}>
            <Plot
              label={`${title}, ${unit}, in the last 24 hours`}
              hours={hours}
              lines={lines}
              format={format}
              most={most}
              isWhole={isWhole}
            />
          </Suspense>
        </section>
      ))}
    </div>
  );
}

interface LegendProps {
  readonly lines: readonly PlotLine[];
}

function Legend({ lines }: LegendProps) {
  if (lines.length === 1) return null;
  return (
    <ul className="legend">
      {lines.map(({ name, colour, isDashed = false }) => (
        <li key={name}>
          <i className={isDashed ? 'dashed' : ''} style={{ color: `var(${colour})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
