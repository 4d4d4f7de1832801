import { DomainError } from '../http/domain-error.ts';

/** The account has no schedule with this id. */
export class ScheduleNotFoundError extends DomainError {
  readonly code = 'schedule-not-found';
  readonly status = 404;

  constructor(scheduleId: string) {
    super(`There is no schedule "${scheduleId}".`);
  }
}

/** Another schedule of the account has the name. */
export class ScheduleNameTakenError extends DomainError {
  readonly code = 'schedule-name-taken';
  readonly status = 409;

  constructor(name: string, options?: ErrorOptions) {
    super(`Another schedule has the name "${name}": choose another one.`, options);
  }
}

/** The account has reached its limit of schedules. */
export class ScheduleLimitError extends DomainError {
  readonly code = 'schedule-limit';
  readonly status = 409;

  constructor(limit: number) {
    super(`The account has ${limit} schedules, which is the limit: delete one first.`);
  }
}
