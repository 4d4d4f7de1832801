import type { SessionEvent } from '../task-reporter.ts';
import { bytesOf } from './json-bytes.ts';

const MOST_EVENTS = 50;
/** A call may have 1 MiB, with the lease. */
const MOST_BYTES = 1024 ** 2 - 4_096;

/** Removes the first events from a list, at least one and as many as one call may contain, and returns them. */
export function takeBatch(events: SessionEvent[]): SessionEvent[] {
  const batch: SessionEvent[] = [];
  for (let bytes = 0; batch.length < MOST_EVENTS;) {
    const [next] = events;
    if (!next) break;
    const fitting = fitEvent(next);
    // The comma after it counts, too.
    bytes += bytesOf(fitting) + 1;
    if (bytes > MOST_BYTES && batch.length > 0) break;
    batch.push(fitting);
    events.shift();
  }
  return batch;
}

/** Leaves out the largest members of an event that no call could contain, and names them. */
function fitEvent(event: SessionEvent): SessionEvent {
  let fitting = event;
  let data: Record<string, unknown> = event.data;
  const leftOut: string[] = [];
  while (bytesOf(fitting) >= MOST_BYTES) {
    const sizes = Object.entries(data).map(([name, value]) => [name, bytesOf(value)] as const);
    const [largest] = sizes.toSorted(([, bytes], [, other]) => other - bytes);
    if (!largest) break;
    leftOut.push(largest[0]);
    const { [largest[0]]: _largest, ...rest } = data;
    data = rest;
    fitting = { ...event, data: { ...data, left_out: leftOut } };
  }
  return fitting;
}
