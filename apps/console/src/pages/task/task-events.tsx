import type { TaskEvent } from '@errand/client';
import { useCallback, useRef, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { useWhileVisible } from '../../api/use-while-visible.ts';
import { formatBytes, formatDuration, formatName } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Table } from '../../ui/table.tsx';

interface TaskEventsProps {
  readonly taskId: string;
}

/** The events of the task that programs receive, from the first on, as they happen. */
export function TaskEvents({ taskId }: TaskEventsProps) {
  const { events, error } = useTaskEvents(taskId);
  return (
    <>
      <Problem error={error} />
      <Table
        label="Events of the task"
        rows={events}
        rowKey={({ id }) => id}
        empty={error ? 'No events were received.' : 'Loading…'}
        columns={[
          { name: 'Event', cell: ({ event }) => formatName(event) },
          { name: 'What', cell: (event) => <span className="wrap">{describe(event)}</span> },
          { name: 'At', cell: (event) => <Moment time={timeOf(event)} /> },
        ]}
      />
    </>
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
    return `${path} ${formatName(kind)}: ${outcome} after ${formatDuration(ms)}`;
  }
  if (event.event === 'file') return `${event.data.filename} (${formatBytes(event.data.size)})`;
  return event.event === 'waiting_for_human'
    ? event.data.page_url
    : `The task goes on after ${formatDuration(event.data.waited_ms)}.`;
}

function timeOf({ event, data }: TaskEvent): string | null {
  if (event === 'status' || event === 'resumed') return data.at;
  if (event === 'step') return data.started_at;
  return event === 'waiting_for_human' ? data.since : null;
}
