import type { ErrandSchemas } from '@errand/api-types';
import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { sealedContext } from '../database/sealed-context.ts';
import { writeTime } from '../task-rows/write-time.ts';

export type ScheduledTask = ErrandSchemas['ScheduledTask'];

/** Queue of the jobs that are sent at due times, each for one schedule. */
export const SCHEDULE_QUEUE = 'schedules';

/** Settings of a schedule besides its name and its task, by the names of the API. */
export interface ScheduleSettings {
  readonly cron: string;
  readonly timezone: string;
  readonly overlap: 'skip' | 'allow';
  readonly catch_up: 'none' | 'once';
  readonly paused: boolean;
}

/** A row of schedules `s`, with times as the API shows them. */
export interface ScheduleRow extends ScheduleSettings {
  readonly schedule_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly submission: Omit<ScheduledTask, SecretMember>;
  /** Sealed; null if there are none. */
  readonly secrets: string | null;
  readonly created_by: string | null;
  /** Null for a schedule stored by a release that did not record the key. */
  readonly created_by_status: 'valid' | 'expired' | 'revoked' | null;
  readonly created_at: string;
  readonly active_since: Date;
}

const KEY_STATUS = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'valid' END`;

export const SCHEDULE_COLUMNS = `s.id AS schedule_id, s.account_id, s.name, s.cron, s.timezone, s.overlap, s.catch_up,
  s.is_paused AS paused, s.submission, s.secrets, s.created_by, (
    SELECT ${KEY_STATUS} FROM api_keys k WHERE k.id = s.created_by_key) AS created_by_status, ${writeTime('s.created_at')} AS created_at, s.active_since`;

const SECRET_MEMBERS = ['secure_parameters', 'rdp_parameter', 'task_callback_api_key'] as const;
type SecretMember = (typeof SECRET_MEMBERS)[number];

/** Divides a submission into what may be stored in plain text and what may not. */
export function sealTask(
  sealer: Sealer,
  scheduleId: string,
  task: ScheduledTask,
): { readonly submission: object; readonly secrets: string | null } {
  const entries = Object.entries(task);
  const secrets = entries.filter(([name]) => isSecret(name));
  const submission = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
  if (secrets.length === 0) return { submission, secrets: null };
  // All values were parsed from JSON.
  const value = Object.fromEntries(secrets) as JsonValue;
  return { submission, secrets: sealer.seal(value, sealedContext.scheduleSecrets(scheduleId)) };
}

/** The whole submission. Throws SealedValueError. */
export function unsealTask(
  sealer: Sealer,
  {
    schedule_id: id,
    submission,
    secrets,
  }: Pick<ScheduleRow, 'schedule_id' | 'submission' | 'secrets'>,
): ScheduledTask {
  if (secrets === null) return submission;
  const opened = sealer.unseal(secrets, sealedContext.scheduleSecrets(id));
  // `sealTask` sealed this form.
  return { ...submission, ...(opened as Pick<ScheduledTask, SecretMember>) };
}

function isSecret(name: string): name is SecretMember {
  return SECRET_MEMBERS.some((member) => member === name);
}
