import { NameTakenError, ObjectLimitError, ObjectNotFoundError } from '../http/object-errors.ts';

/** The account has no schedule with this id. */
export class ScheduleNotFoundError extends ObjectNotFoundError {
  readonly code = 'schedule-not-found';
  readonly status = 404;

  constructor(scheduleId: string) {
    super('schedule', scheduleId);
  }
}

/** Another schedule of the account has the name. */
export class ScheduleNameTakenError extends NameTakenError {
  readonly code = 'schedule-name-taken';
  readonly status = 409;

  constructor(name: string, options?: ErrorOptions) {
    super('schedule', name, options);
  }
}

/** The account has reached its limit of schedules. */
export class ScheduleLimitError extends ObjectLimitError {
  readonly code = 'schedule-limit';
  readonly status = 409;

  constructor(limit: number) {
    super('schedules', limit);
  }
}
