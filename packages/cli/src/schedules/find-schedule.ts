import type { ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { NotFoundError } from '../errors/command-errors.ts';

export type Schedule = ErrandSchemas['Schedule'];

/** Returns the schedule whose name or ID is the first word. Throws NotFoundError. */
export async function getSchedule(call: Call): Promise<Schedule> {
  const [wanted = ''] = call.words;
  const found = (await readSchedules(call)).find(
    ({ name, schedule_id: id }) => name === wanted || id === wanted,
  );
  if (found) return found;
  throw new NotFoundError(`There is no schedule "${wanted}": "errand schedules ls" lists them.`);
}

/** Returns the path parameters of requests for the schedule. */
export const pathOf = ({ schedule_id }: Schedule) => ({ path: { schedule_id } });

export async function readSchedules({ errand, terminal }: Call): Promise<Schedule[]> {
  const schedules: Schedule[] = [];
  const { signal } = terminal;
  for await (const schedule of errand().list('/api/v1/schedules', { signal }))
    schedules.push(schedule);
  return schedules;
}

/** A schedule keeps running after its key is revoked or has expired, which may be surprising. */
export function describeCreator({ created_by: name, created_by_status: status }: Schedule): string {
  const isGone = status === 'revoked' || status === 'expired';
  return `${name ?? ''}${isGone ? ` (${status})` : ''}`;
}
