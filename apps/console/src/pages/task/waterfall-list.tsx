import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { pixelsOf } from '../../ui/pixels-of.ts';
import { rowAfter } from '../../ui/row-after.ts';
import type { TargetOf } from './use-step-targets.ts';
import { IterationButton, StepLink } from './waterfall-row.tsx';
import { type Step, stepKey, type WaterfallRow } from './waterfall-rows.ts';

/** Height of a row in `rem`, as in the style sheet. */
const ROW_REM = 2;

interface WaterfallListProps {
  readonly taskId: string;
  readonly rows: readonly WaterfallRow[];
  readonly targetOf: TargetOf;
  readonly shown: Step | undefined;
}

/**
 * The steps of one attempt. The list is one tab stop: arrows, Home and End move in it, Left and
 * Right fold and unfold iterations.
 */
export function WaterfallList({ taskId, rows, targetOf, shown }: WaterfallListProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [stop, setStop] = useState('');
  const span = rows.reduce((most, { start, duration }) => Math.max(most, start + duration), 1);
  const isHidden = (path: string) => [...folded].some((prefix) => path.startsWith(`${prefix}.`));
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const visible = rows.filter((row) => !isHidden(pathOf(row)));
  const shownAt = visible.findIndex((row) => row.kind === 'step' && row.step === shown);
  const keptAt = visible.findIndex((row) => keyOf(row) === stop);
  const stopAt = [keptAt, shownAt, 0].find((index) => index !== -1) ?? 0;
  const scroll = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => pixelsOf(ROW_REM),
    getItemKey: (index) => keyOf(visible[index]),
    overscan: 12,
    // The tab stop is always there, so that scrolling does not lose the focus.
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), Math.min(stopAt, range.count - 1)]),
    ],
  });
  const scrollTo = list.scrollToIndex;
  useEffect(() => {
    if (shownAt !== -1) scrollTo(shownAt, { align: 'auto' });
    // Runs only when another step is selected: folding or refetching must not scroll the list.
  }, [shown && stepKey(shown)]);
  const takesFocus = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    scroll.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [stop]);
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = visible[stopAt];
    if (row?.kind === 'iteration' && event.key === keyThatTurns(!folded.has(row.path))) {
      toggle(row.path);
    } else {
      const next = rowAfter(event.key, stopAt, visible);
      if (!next) return;
      takesFocus.current = true;
      setStop(keyOf(next));
      scrollTo(visible.indexOf(next), { align: 'auto' });
    }
    event.preventDefault();
  };
  return (
    <div className="waterfall" ref={scroll}>
      <ol style={{ height: list.getTotalSize() }} onKeyDown={press}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = visible[index];
          if (!row) return null;
          const place = {
            tabIndex: index === stopAt ? 0 : -1,
            onFocus: () => setStop(keyOf(row)),
          };
          return (
            <li
              key={key}
              aria-setsize={visible.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'step' ? (
                <StepLink
                  taskId={taskId}
                  row={row}
                  target={targetOf(row.step)}
                  span={span}
                  isShown={row.step === shown}
                  place={place}
                />
              ) : (
                <IterationButton
                  row={row}
                  span={span}
                  isOpen={!folded.has(row.path)}
                  onToggle={toggle}
                  place={place}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const keyThatTurns = (isOpen: boolean): string => (isOpen ? 'ArrowLeft' : 'ArrowRight');

const pathOf = (row: WaterfallRow): string => (row.kind === 'step' ? row.step.node_path : row.path);

const keyOf = (row: WaterfallRow | undefined): string => {
  if (!row) return '';
  return row.kind === 'step' ? stepKey(row.step) : row.path;
};
