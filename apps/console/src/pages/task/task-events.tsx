import type { TaskEvent } from '@errand/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { useWhileVisible } from '../../api/use-while-visible.ts';
import { formatBytes, formatDuration, formatKind, formatName } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';

/** Height of a one-line event, in pixels. */
const ROW_HEIGHT = 38;

interface TaskEventsProps {
  readonly taskId: string;
}

/** The task's events as programs receive them: live, from the first one. */
export function TaskEvents({ taskId }: TaskEventsProps) {
  const { events, error } = useTaskEvents(taskId);
  return (
    <>
      <Problem error={error} />
      {events.length === 0 ? (
        <div className="empty">{error ? 'No events were received.' : 'Loading…'}</div>
      ) : (
        <EventRows events={events} />
      )}
    </>
  );
}

interface EventRowsProps {
  readonly events: readonly TaskEvent[];
}

/** Loops produce thousands of events, so only the rows in view are rendered. */
function EventRows({ events }: EventRowsProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => events[index]?.id ?? index,
    overscan: 8,
  });
  return (
    <div
      className="table-frame events"
      ref={scroll}
      role="region"
      aria-label="Events of the task"
      tabIndex={0}
    >
      <div role="table" aria-label="Events" aria-rowcount={events.length + 1}>
        <div role="rowgroup">
          <div className="event-row head" role="row" aria-rowindex={1}>
            <span role="columnheader">Event</span>
            <span role="columnheader">What</span>
            <span role="columnheader">At</span>
          </div>
        </div>
        <div role="rowgroup" className="event-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const event = events[index];
            return (
              event && (
                <div
                  key={key}
                  className="event-row body"
                  role="row"
                  aria-rowindex={index + 2}
                  // A long error takes several lines.
                  data-index={index}
                  ref={rows.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <span role="cell">{formatName(event.event)}</span>
                  <span role="cell" className="wrap">
                    {describe(event)}
                  </span>
                  <span role="cell">
                    <Moment time={timeOf(event)} />
                  </span>
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function useTaskEvents(taskId: string) {
  const errand = useErrand();
  const [events, setEvents] = useState<readonly TaskEvent[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const position = useRef<string>(undefined);
  const follow = useCallback(
    (signal: AbortSignal) => {
      setError(null);
      const add = async () => {
        const options = { signal, lastEventId: position.current };
        for await (const event of errand.events(taskId, options)) {
          position.current = event.id;
          setEvents((before) => [...before, event]);
        }
      };
      add().catch((reason: unknown) => {
        if (!signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)));
      });
    },
    [errand, taskId],
  );
  useWhileVisible(follow);
  return { events, error };
}

function describe(event: TaskEvent): string {
  if (event.event === 'status') {
    const { status, attempt, error } = event.data;
    return [status, attempt > 0 ? `attempt ${attempt}` : '', error ?? '']
      .filter((part) => part !== '')
      .join(' · ');
  }
  if (event.event === 'step') {
    const { node_path: path, kind, outcome, duration_ms: ms } = event.data;
    return `${path} ${formatKind(kind)}: ${outcome} after ${formatDuration(ms)}`;
  }
  if (event.event === 'file') return `${event.data.filename} (${formatBytes(event.data.size)})`;
  return event.event === 'waiting_for_human'
    ? event.data.page_url
    : `The task continues after ${formatDuration(event.data.waited_ms)}.`;
}

function timeOf({ event, data }: TaskEvent): string | null {
  if (event === 'status' || event === 'resumed') return data.at;
  if (event === 'step') return data.started_at;
  return event === 'waiting_for_human' ? data.since : null;
}
