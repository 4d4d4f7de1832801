import type { AccountRetention, RetentionPeriods } from './retention-periods.ts';

/** Converts the periods of an account to JSON for operators. */
export function writeRetention(accountId: string, { own, effective }: AccountRetention) {
  return {
    account_id: accountId.toLowerCase(),
    own: { task_days: own.taskDays, file_days: own.fileDays },
    effective: { task_days: effective.taskDays, file_days: effective.fileDays },
  };
}

/** Converts the periods for the account itself, in whose API null means that there is no limit. */
export function writeEffective({ taskDays, fileDays }: RetentionPeriods) {
  return {
    task_days: taskDays === 0 ? null : taskDays,
    file_days: fileDays === 0 ? null : fileDays,
  };
}
