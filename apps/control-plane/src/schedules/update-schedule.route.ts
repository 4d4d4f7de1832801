import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { checkScheduledTask } from './check-schedule.ts';
import { checkTimes } from './check-times.ts';
import type { ScheduleRouteDependencies } from './schedule-dependencies.ts';

export const updateSchedule = defineRoute(
  'updateSchedule',
  async (dependencies: ScheduleRouteDependencies, { params, body, accountId, scopes }) => {
    const { schedules } = dependencies;
    const { schedule_id: id } = params;
    const before = await schedules.get(accountId, id);
    // Stored times may be older than a rule: a schedule that has them can still be paused.
    if (body.cron !== undefined || body.timezone !== undefined) checkTimes({ ...before, ...body });
    if (body.task) await checkScheduledTask(dependencies, accountId, body.task);
    const schedule = await schedules.update(accountId, id, body);
    const shown = scopes.includes('read') ? schedule : hideStored(schedule, body.task);
    return { status: 200, body: { success: true, schedule: shown } };
  },
);

/** What a key without the scope `read` may see: of the task, only what it has just sent. */
function hideStored(
  { is_damaged: _damaged, ...schedule }: ErrandSchemas['Schedule'],
  given: ErrandSchemas['ScheduledTask'] | undefined,
): ErrandSchemas['Schedule'] {
  if (given) return { ...schedule, last_run: null };
  const { task_callback_url: _url, ...settings } = schedule.task;
  const task = { ...settings, input_parameters: {}, unique_parameter_names: [] };
  return { ...schedule, task, secret_members: [], last_run: null };
}
