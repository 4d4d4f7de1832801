import { dataOf, type ErrandSchemas } from '@errand/client';
import { UsageError } from '../errors/command-errors.ts';
import { type CommandDefinition, defineCommand } from '../command/define-command.ts';
import { readInputs } from '../tasks/read-inputs.ts';
import { readSubmissionOptions, SUBMISSION_OPTIONS } from '../tasks/submission-options.ts';
import { describeCreator, getSchedule, pathOf, readSchedules } from './find-schedule.ts';

const PATH = '/api/v1/schedules/{schedule_id}';

export const listSchedules = defineCommand({
  name: 'schedules ls',
  summary: 'Lists schedules with their next runs.',
  async run(call) {
    const schedules = await readSchedules(call);
    call.print.result({ schedules }, () =>
      call.print.table(
        [
          { title: 'SCHEDULE', text: (row) => row.name },
          { title: 'BY', text: describeCreator },
          { title: 'CRON', text: (row) => row.cron },
          { title: 'ZONE', text: (row) => row.timezone },
          { title: 'RECORDING', text: (row) => row.task.endpoint_name, isFlexible: true },
          { title: 'NEXT', text: (row) => (row.paused ? 'paused' : (row.next_runs[0] ?? '')) },
          { title: 'LAST', text: (row) => row.last_run?.outcome ?? '' },
        ],
        schedules,
      ),
    );
  },
});

export const addSchedule = defineCommand({
  name: 'schedules add',
  words: ['SCHEDULE', 'NAME', '[key=value...]'],
  summary: 'Submits a task of the recording NAME at the times of --cron.',
  options: {
    cron: { value: 'TIMES', summary: 'minute, hour, day, month, day of week: "30 7 * * 1-5"' },
    timezone: { value: 'ZONE', summary: 'such as Europe/Berlin; UTC unless given' },
    'allow-overlap': { summary: 'submit a task even while an earlier one is open' },
    'catch-up': { summary: 'after an outage, submit one task for the times that were missed' },
    ...SUBMISSION_OPTIONS,
  },
  async run(call) {
    const [name = '', recording = '', ...words] = call.words;
    const cron = call.value('cron');
    if (cron === undefined)
      throw new UsageError('--cron is missing, such as --cron "30 7 * * 1-5".');
    const timezone = call.value('timezone');
    const task = {
      endpoint_name: recording,
      ...(await readInputs(call, words)),
      ...readSubmissionOptions(call),
    };
    const body: ErrandSchemas['CreateScheduleRequest'] = {
      name,
      cron,
      task,
      ...(timezone !== undefined && { timezone }),
      ...(call.has('allow-overlap') && { overlap: 'allow' }),
      ...(call.has('catch-up') && { catch_up: 'once' }),
    };
    const { signal } = call.terminal;
    const answered = call.errand().api.POST('/api/v1/schedules', { body, signal });
    const { schedule } = await dataOf(answered);
    call.print.result(schedule, () => `Next run: ${schedule.next_runs[0] ?? 'none'}`);
  },
});

export const pauseSchedule = createSwitch('pause', {
  paused: true,
  summary: 'Pauses a schedule: times that pass in the meantime are skipped.',
});

export const resumeSchedule = createSwitch('resume', {
  paused: false,
  summary: 'Lets a paused schedule run again.',
});

export const removeSchedule = defineCommand({
  name: 'schedules rm',
  words: ['SCHEDULE'],
  summary: 'Deletes a schedule. Its tasks stay.',
  async run(call) {
    const params = pathOf(await getSchedule(call));
    const { signal } = call.terminal;
    const deleted = await dataOf(call.errand().api.DELETE(PATH, { params, signal }));
    call.print.result(deleted, () => deleted.message);
  },
});

function createSwitch(
  verb: string,
  { paused, summary }: { readonly paused: boolean; readonly summary: string },
): CommandDefinition {
  return defineCommand({
    name: `schedules ${verb}`,
    words: ['SCHEDULE'],
    summary,
    async run(call) {
      const params = pathOf(await getSchedule(call));
      const { signal } = call.terminal;
      const answered = call.errand().api.PATCH(PATH, { params, body: { paused }, signal });
      const { schedule } = await dataOf(answered);
      const next = schedule.next_runs[0];
      const resumed = next === undefined ? 'Resumed. It has no next run.' : `Next run: ${next}`;
      call.print.result(schedule, () => (paused ? 'Paused.' : resumed));
    },
  });
}
