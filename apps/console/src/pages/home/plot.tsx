import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { HourlyFigures } from './last-day.ts';
import type { PlotLine } from './plot-line.ts';

interface PlotProps {
  readonly label: string;
  readonly hours: readonly HourlyFigures[];
  readonly lines: readonly PlotLine[];
  readonly format: (value: number) => string;
  /** Upper end of the scale. Default: fits the values. */
  readonly most: number | undefined;
  /** The values are counts, so the scale has no fractions. */
  readonly isWhole: boolean;
}

const HEIGHT = 152;
/** Tick intervals of a scale of counts. */
const WHOLE = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5].map((unit) => step * unit))
  .toSorted((one, other) => one - other);

/** A line plot, with the same figures in a table for screen readers. */
export function Plot({ label, hours, lines, format, most, isWhole }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const draw = () =>
      new UPlot(chartOf({ element, lines, format, most, isWhole }), dataOf(hours, lines), element);
    let chart = draw();
    const resizing = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resizing.observe(element);
    // A canvas does not follow the page's colours by itself.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      chart.destroy();
      chart = draw();
    };
    dark.addEventListener('change', redraw);
    return () => {
      dark.removeEventListener('change', redraw);
      resizing.disconnect();
      chart.destroy();
    };
  }, [hours, lines, format, most, isWhole]);
  return (
    <>
      <div className="plot-canvas" ref={place} aria-hidden="true" />
      <div className="unseen">
        <Figures {...{ label, hours, lines, format }} />
      </div>
    </>
  );
}

function Figures({
  label,
  hours,
  lines,
  format,
}: Pick<PlotProps, 'label' | 'hours' | 'lines' | 'format'>) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {lines.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map(({ time, bucket }) => (
          <tr key={time}>
            <th scope="row">{new Date(time * 1_000).toLocaleTimeString('en-GB')}</th>
            {lines.map(({ name, read }) => {
              const value = read(bucket);
              return <td key={name}>{value === null ? 'none' : format(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dataOf(hours: readonly HourlyFigures[], lines: readonly PlotLine[]): UPlot.AlignedData {
  return [
    hours.map(({ time }) => time),
    ...lines.map(({ read }) => hours.map(({ bucket }) => read(bucket))),
  ];
}

interface Chart extends Pick<PlotProps, 'lines' | 'format' | 'most' | 'isWhole'> {
  readonly element: Element;
}

function chartOf({ element, lines, format, most: end, isWhole }: Chart): UPlot.Options {
  const style = getComputedStyle(element);
  const colourOf = (name: string) => style.getPropertyValue(name);
  const axis = {
    stroke: colourOf('--ink-soft'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 20, 0, 0],
    scales: { y: { range: (_plot, _least, most) => [0, end ?? (most > 0 ? most * 1.1 : 1)] } },
    axes: [
      { ...axis, grid: { show: false }, values: hourNames, space: 64, size: 24, gap: 6 },
      {
        ...axis,
        size: 64,
        space: 36,
        ...(isWhole ? { incrs: WHOLE } : {}),
        values: (_plot, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, colour, isDashed = false }) => ({
        label: name,
        stroke: colourOf(colour),
        width: 1.75,
        ...(isDashed ? { dash: [5, 4] } : {}),
        // A line needs two values, so an isolated value is drawn as a point.
        points: { show: true, size: 5, fill: colourOf(colour), filter: findLone },
      })),
    ],
  };
}

/** The indexes of values with gaps on both sides. */
function findLone(plot: UPlot, series: number): number[] {
  const values = plot.data[series] ?? [];
  return [...values.keys()].filter(
    (index) =>
      values[index] !== null &&
      (values[index - 1] ?? null) === null &&
      (values[index + 1] ?? null) === null,
  );
}

const hourNames = (_plot: UPlot, times: readonly number[]): string[] =>
  times.map((time) =>
    new Date(time * 1_000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
  );
