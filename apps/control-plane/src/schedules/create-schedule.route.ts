import { defineRoute } from '../http/define-route.ts';
import { checkScheduledTask } from './check-schedule.ts';
import { checkTimes } from './check-times.ts';
import type { ScheduleRouteDependencies } from './schedule-dependencies.ts';

export const createSchedule = defineRoute(
  'createSchedule',
  async (dependencies: ScheduleRouteDependencies, { body, accountId, apiKeyId }) => {
    checkTimes(body);
    await checkScheduledTask(dependencies, accountId, body.task);
    const created = await dependencies.schedules.create({ accountId, apiKeyId }, body);
    return { status: 201, body: { success: true, schedule: created } };
  },
);
