import type { PrepareDependencies } from '../tasks/prepare-submission.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** What routes need that write schedules. */
export interface ScheduleRouteDependencies extends PrepareDependencies {
  readonly schedules: ScheduleStore;
}
