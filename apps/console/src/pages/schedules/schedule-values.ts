import type { ErrandSchemas } from '@errand/client';
import { formatJson } from '../../ui/format.ts';
import { parseJson } from '../../ui/parse-json.ts';
import { readSecrets } from '../inputs/read-secrets.ts';

type Schedule = ErrandSchemas['Schedule'];
type Task = ErrandSchemas['ScheduledTask'];
type Texts = Readonly<Record<string, string>>;

/** Members of the task without their own field. */
const OTHERS = 'Other settings of the task';

/** The texts of the form's fields that show the task. */
export function writeTask({ endpoint_name, input_parameters, ...rest }: Schedule['task']): Texts {
  const { unique_parameter_names: login = [], ...others } = rest;
  return {
    endpoint: endpoint_name,
    inputs: formatJson(input_parameters),
    login: login.join(', '),
    others: formatJson(others),
  };
}

/** The request that creates a schedule. Throws an error for the user. */
export function readSchedule(texts: Texts): ErrandSchemas['CreateScheduleRequest'] {
  const { name = '', cron = '', timezone } = texts;
  return {
    name,
    cron,
    ...(timezone === undefined ? {} : { timezone }),
    overlap: texts['overlap'] === 'allow' ? 'allow' : 'skip',
    catch_up: texts['catch-up'] === 'once' ? 'once' : 'none',
    task: readTask(texts),
  };
}

/**
 * Returns the members that differ from what the form showed when it was opened; a changed task is
 * sent whole. Throws an error for the user, including when the new task would lose secrets that the
 * server does not return, or what somebody else has changed in the meantime.
 */
export function readChanges(
  schedule: Schedule,
  texts: Texts,
  current: Schedule = schedule,
): ErrandSchemas['UpdateScheduleRequest'] {
  const { task, ...given } = readSchedule(texts);
  const isTaskSame =
    task.secure_parameters === undefined &&
    JSON.stringify(task) === JSON.stringify(readTask(writeTask(schedule.task)));
  const changed = Object.entries(given).filter(
    ([member, value]) => schedule[member as keyof typeof given] !== value,
  );
  if (!isTaskSame && JSON.stringify(current.task) !== JSON.stringify(schedule.task)) {
    throw new Error(
      'Somebody else has changed the task of this schedule. Close the form, open it again, and repeat your change.',
    );
  }
  if (!isTaskSame) assertSecrets(current.secret_members, task);
  return { ...Object.fromEntries(changed), ...(isTaskSame ? {} : { task }) };
}

function readTask(texts: Texts): Task {
  const { endpoint = '', inputs = '{}', login = '', others = '{}' } = texts;
  const names = login.split(',').flatMap((name) => name.trim() || []);
  return {
    ...(parseJson(OTHERS, others) as Partial<Task>),
    endpoint_name: endpoint,
    input_parameters: parseJson('Input parameters', inputs) as Task['input_parameters'],
    ...(names.length === 0 ? {} : { unique_parameter_names: names }),
    ...readSecrets(texts),
  };
}

function assertSecrets(members: readonly string[], task: Task): void {
  const missing = members.filter((member) => {
    const [kind = '', name = ''] = member.split(/\.(.*)/s);
    if (kind === 'secure_parameters') return !Object.hasOwn(task.secure_parameters ?? {}, name);
    return !Object.hasOwn(task, kind);
  });
  if (missing.length === 0) return;
  throw new Error(
    `The schedule has ${missing.join(', ')}, stored encrypted. A changed task replaces all of them: give them again.`,
  );
}
