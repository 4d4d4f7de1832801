import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { explainNeverDue, listNextTimes, type Times } from './due-times.ts';

/** How many values each field has: a larger step would be read as the first value only. */
const FIELDS = [
  ['minute', 60],
  ['hour', 24],
  ['day of month', 31],
  ['month', 12],
  ['day of week', 7],
] as const;
/** `H` stands for a random value, which differs each time it is parsed. */
const RANDOM = /(?:^|[,/\s])H(?:$|[,/\s(])/i;

/** Throws InvalidRequestError for times that cannot be parsed or do not occur. */
export function checkTimes({ cron, timezone }: Times): void {
  if (!isTimezone(timezone)) {
    refuse('timezone', `is "${timezone}": specify an IANA time zone, such as Europe/Berlin`);
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    refuse(
      'cron',
      `is "${cron}", which has ${fields.length} fields: specify five (minute, hour, day of month, month, day of week), such as 30 7 * * 1-5; the shortest interval is one minute`,
    );
  }
  if (RANDOM.test(cron)) refuse('cron', `is "${cron}": H is not supported; give numbers`);
  refuseLongSteps(cron, fields);
  const times = { cron, timezone };
  if (listNextTimes(times, new Date(), 1).length > 0) return;
  refuse('cron', `is "${cron}", which ${explainNeverDue(times)}`);
}

function refuseLongSteps(cron: string, fields: readonly string[]): void {
  for (const [index, [name, count]] of FIELDS.entries()) {
    const steps = fields[index]?.matchAll(/\/(\d+)/g) ?? [];
    const tooLong = [...steps].find(([, step]) => Number(step) > count)?.[1];
    if (tooLong === undefined) continue;
    refuse(
      'cron',
      `is "${cron}", whose step ${tooLong} is larger than the ${count} values of the field ${name}`,
    );
  }
}

function refuse(name: keyof Times, msg: string): never {
  throw new InvalidRequestError([{ loc: ['body', name], msg, type: 'format' }]);
}

/** Some runtimes take offsets as well, which IANA does not name. */
function isTimezone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
