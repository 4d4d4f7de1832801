import { z } from 'zod';
import type { RetentionPeriods } from './retention-periods.ts';

/** A hundred years: more is a mistake, and 0 means forever. */
const days = z.coerce.number().int().min(0).max(36_500).default(0);

export const retentionSettings = {
  /**
   * Days after its end for which a task is kept with its steps, results, files and deliveries,
   * unless `errand admin accounts retention` sets others for the account; 0 keeps tasks forever.
   */
  RETENTION_DAYS: days,
  /** Days for which a task's files are kept; the task then says that they were deleted. */
  ARTIFACT_RETENTION_DAYS: days,
  /** Days between two sweeps, which delete stored files that nothing refers to; 0 never sweeps. */
  STORAGE_SWEEP_DAYS: z.coerce.number().int().min(0).max(365).default(7),
};

type Settings = z.output<z.ZodObject<typeof retentionSettings>>;

export function describeRetention(settings: Settings): RetentionPeriods {
  return { taskDays: settings.RETENTION_DAYS, fileDays: settings.ARTIFACT_RETENTION_DAYS };
}
