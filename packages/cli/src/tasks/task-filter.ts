import type { ErrandSchemas } from '@errand/client';
import type { Call, Options } from '../command/define-command.ts';
import { UsageError } from '../errors/command-errors.ts';
import { parsePast } from './times.ts';

/** Options whose values are passed on; the server refuses unknown ones. */
const MEMBERS = {
  name: 'endpoint_name',
  text: 'q',
  recording: 'recording_id',
  workspace: 'workspace_id',
  schedule: 'schedule_id',
  'login-queue': 'login_queue',
} as const satisfies Record<string, keyof ErrandSchemas['CancelByFilter']>;

type TaskFilter = Pick<
  ErrandSchemas['CancelByFilter'],
  (typeof MEMBERS)[keyof typeof MEMBERS] | 'created_after' | 'created_before'
>;

/** Filters of all commands that list or change many tasks. `start` begins each summary. */
export const filterOptions = (start: string): Options => ({
  name: { value: 'NAME', summary: `${start} tasks of the recording with this name` },
  text: {
    value: 'TEXT',
    summary: `${start} tasks with this text in the name or an input, or at the start of the ID`,
  },
  recording: { value: 'ID', summary: `${start} tasks of this recording, whatever its name was` },
  workspace: { value: 'ID', summary: `${start} tasks of recordings in this workspace` },
  schedule: { value: 'ID', summary: `${start} tasks that this schedule has submitted` },
  'login-queue': { value: 'ID', summary: `${start} tasks of this login queue` },
  since: {
    value: 'TIME',
    summary: `${start} tasks submitted since then: 30m, 12h, 7d or an ISO time`,
  },
  before: { value: 'TIME', summary: `${start} tasks submitted before then` },
});

/** Throws UsageError. */
export function readTaskFilter(call: Call): TaskFilter {
  const [after, before] = [readPast(call, 'since'), readPast(call, 'before')];
  const given = Object.entries(MEMBERS).flatMap(([option, member]) => {
    const value = call.value(option);
    return value === undefined ? [] : [[member, value] as const];
  });
  return {
    ...Object.fromEntries(given),
    ...(after !== undefined && { created_after: after }),
    ...(before !== undefined && { created_before: before }),
  };
}

/** Returns a past time from an option; undefined without it. Throws UsageError. */
function readPast(call: Call, option: string): string | undefined {
  const given = call.value(option);
  if (given === undefined) return undefined;
  const time = parsePast(given);
  if (time !== undefined) return time;
  throw new UsageError(
    `--${option} is "${given}": specify 30m, 12h, 7d or a time such as 2026-03-01.`,
  );
}
