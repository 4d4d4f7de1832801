import type { PrepareDependencies } from '../tasks/prepare-submission.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** Dependencies of routes that write schedules. */
export interface ScheduleRouteDependencies extends PrepareDependencies {
  readonly schedules: ScheduleStore;
}
