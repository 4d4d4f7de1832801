import { dataOf, type ErrandSchemas } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { readChoice } from '../command/read-arguments.ts';
import { LocalError, UsageError } from '../errors/command-errors.ts';
import { readParameters } from '../tasks/read-inputs.ts';
import { readSubmissionOptions, SUBMISSION_OPTIONS } from '../tasks/submission-options.ts';
import { getSchedule, pathOf, type Schedule } from './find-schedule.ts';

type Changes = ErrandSchemas['UpdateScheduleRequest'];

/** The API accepts no files in a schedule. */
const { file: _file, ...TASK_OPTIONS } = SUBMISSION_OPTIONS;

/** What an option sets in the submission. */
const MEMBERS = {
  'callback-url': 'task_callback_url',
  minutes: 'max_timeout_in_minutes',
  priority: 'priority',
  proxy: 'use_proxy',
  trace: 'trace',
  unique: 'unique_parameter_names',
} as const satisfies Record<string, keyof ErrandSchemas['ScheduledTask']>;

export const editSchedule = defineCommand({
  name: 'schedules edit',
  words: ['SCHEDULE', '[key=value...]'],
  summary: 'Changes the named settings of a schedule; key=value changes an input.',
  options: {
    name: { value: 'NAME', summary: 'its new name' },
    cron: { value: 'TIMES', summary: 'minute, hour, day, month, day of week: "30 7 * * 1-5"' },
    timezone: { value: 'ZONE', summary: 'such as Europe/Berlin' },
    overlap: { value: 'WHAT', summary: 'while an earlier task is open: skip, or allow another' },
    'catch-up': { value: 'WHAT', summary: 'times missed in an outage: none, or once for all' },
    recording: { value: 'NAME', summary: 'the recording that its tasks run' },
    ...TASK_OPTIONS,
    clear: {
      value: 'OPTION',
      summary: `take away what this option set: ${Object.keys(MEMBERS).join(', ')}`,
      isList: true,
    },
  },
  async run(call) {
    const changes = readChanges(call);
    const taskChanges = await readTaskChanges(call);
    const cleared = readCleared(call);
    const isTask = Object.keys(taskChanges).length > 0 || cleared.length > 0;
    if (!isTask && Object.keys(changes).length === 0) {
      throw new UsageError('There is nothing to change: "errand schedules edit --help".');
    }
    const schedule = await getSchedule(call);
    const body = { ...changes, ...(isTask && { task: mergeTask(schedule, taskChanges, cleared) }) };
    const { signal } = call.terminal;
    const path = '/api/v1/schedules/{schedule_id}';
    const answered = call.errand().api.PATCH(path, { params: pathOf(schedule), body, signal });
    const { schedule: changed } = await dataOf(answered);
    const next = changed.paused ? 'Paused.' : `Next run: ${changed.next_runs[0] ?? 'none'}`;
    call.print.result(changed, () => next);
  },
});

function readChanges(call: Call): Changes {
  const [name, cron, timezone] = ['name', 'cron', 'timezone'].map((option) => call.value(option));
  const overlap = readChoice(call, 'overlap', ['skip', 'allow']);
  const catchUp = readChoice(call, 'catch-up', ['none', 'once']);
  return {
    ...(name !== undefined && { name }),
    ...(cron !== undefined && { cron }),
    ...(timezone !== undefined && { timezone }),
    ...(overlap !== undefined && { overlap }),
    ...(catchUp !== undefined && { catch_up: catchUp }),
  };
}

/** Returns the members of the submission that --clear removes. Throws UsageError. */
function readCleared(call: Call): readonly string[] {
  return call.list('clear').map((option) => {
    if (call.has(option)) throw new UsageError(`Give either --${option} or --clear ${option}.`);
    const member = Object.entries(MEMBERS).find(([known]) => known === option)?.[1];
    if (member !== undefined) return member;
    const known = Object.keys(MEMBERS).join(', ');
    throw new UsageError(`--clear is "${option}": specify one of ${known}.`);
  });
}

async function readTaskChanges(call: Call): Promise<Partial<ErrandSchemas['ScheduledTask']>> {
  const words = call.words.slice(1);
  const { input_parameters: inputs, ...secrets } = await readParameters(call, words);
  const recording = call.value('recording');
  return {
    ...(recording !== undefined && { endpoint_name: recording }),
    ...(words.length > 0 && { input_parameters: inputs }),
    ...secrets,
    ...readSubmissionOptions(call),
  };
}

/** Returns the new submission as a whole. Throws LocalError if a secret is missing. */
function mergeTask(
  { task, secret_members: secrets }: Schedule,
  changes: Partial<ErrandSchemas['ScheduledTask']>,
  cleared: readonly string[],
): ErrandSchemas['ScheduledTask'] {
  const missing = secrets.find((member) => {
    const [kind, key = ''] = member.split(/\.(.*)/s);
    return kind !== 'secure_parameters' || !Object.hasOwn(changes.secure_parameters ?? {}, key);
  });
  if (missing !== undefined) throw new LocalError(describeMissing(missing));
  const inputs = { ...task.input_parameters, ...changes.input_parameters };
  const { endpoint_name: name, ...others } = task;
  const kept = Object.entries(others).filter(([member]) => !cleared.includes(member));
  return {
    endpoint_name: name,
    ...Object.fromEntries(kept),
    ...changes,
    input_parameters: inputs,
  };
}

function describeMissing(member: string): string {
  const [kind, key] = member.split(/\.(.*)/s);
  const wayOut =
    kind === 'secure_parameters'
      ? `give --secure ${key}=REF again`
      : 'send the whole task with PATCH /api/v1/schedules/{schedule_id}';
  return `The schedule stores ${member} encrypted, and a new submission replaces it: ${wayOut}.`;
}
