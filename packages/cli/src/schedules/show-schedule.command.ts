import { dataOf, type ErrandSchemas } from '@errand/client';
import { defineCommand } from '../command/define-command.ts';
import { formatRows } from '../tasks/describe-task.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { describeCreator, getSchedule, pathOf, type Schedule } from './find-schedule.ts';

type Run = ErrandSchemas['ScheduleRun'];

export const showSchedule = defineCommand({
  name: 'schedules show',
  words: ['SCHEDULE'],
  summary: 'Shows a schedule, what it submits, and its latest runs.',
  async run(call) {
    const schedule = await getSchedule(call);
    const { runs } = await dataOf(
      call.errand().api.GET('/api/v1/schedules/{schedule_id}/runs', {
        params: pathOf(schedule),
        signal: call.terminal.signal,
      }),
    );
    call.print.result({ ...schedule, runs }, () => {
      const table = call.print.table<Run>(
        [
          { title: 'DUE', text: (row) => row.due_at },
          { title: 'OUTCOME', text: (row) => row.outcome },
          { title: 'TASK', text: (row) => row.task_id ?? '' },
          { title: 'WHY', text: (row) => row.error?.message ?? '', isFlexible: true },
        ],
        runs,
      );
      return `${describeSchedule(schedule)}\n${runs.length > 0 ? `\n${table}\n` : ''}`.trimEnd();
    });
  },
});

function describeSchedule(schedule: Schedule): string {
  const { name, cron, timezone, paused, overlap, catch_up: catchUp, task } = schedule;
  return formatRows([
    ['Schedule', plainLine(name)],
    ['Times', `${cron} (${timezone})`],
    ['Next', paused ? 'paused' : (schedule.times_error ?? schedule.next_runs.join(', '))],
    ['Overlap', overlap === 'skip' ? 'skip: not while a task is open' : 'allow'],
    ['Catch up', catchUp],
    ['Creator', describeCreator(schedule)],
    ['Recording', plainLine(task.endpoint_name)],
    ['Task', plainLine(JSON.stringify(task))],
    ['Secrets', schedule.secret_members.join(', ')],
    ['Damaged', schedule.is_damaged ? 'its secrets cannot be decrypted: give them again' : ''],
  ]);
}
