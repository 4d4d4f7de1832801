import type { ErrandSchemas } from '@errand/api-types';
import type { Transaction } from '../database/transaction.ts';
import type { ScheduleRow } from './schedule.ts';

type Change = ErrandSchemas['ScheduleChangedEvent']['change'];

/** Adds an event to those of the account, in the transaction of the change. */
export async function noteScheduleEvent(
  transaction: Transaction,
  { account_id, schedule_id, name }: Pick<ScheduleRow, 'account_id' | 'schedule_id' | 'name'>,
  change: Change,
): Promise<void> {
  await transaction.query("SELECT note_event($1, 'schedule', $2)", [
    account_id,
    JSON.stringify({ schedule_id, name, change }),
  ]);
}

/** The event names for an update; none if nothing changes. */
export function listChanges(
  before: ScheduleRow,
  after: ScheduleRow,
  { hasTask }: { readonly hasTask: boolean },
): readonly Change[] {
  const settings = ['name', 'cron', 'timezone', 'overlap', 'catch_up'] as const;
  const isChanged = hasTask || settings.some((name) => before[name] !== after[name]);
  const paused = after.paused ? ('paused' as const) : ('resumed' as const);
  return [
    ...(isChanged ? (['changed'] as const) : []),
    ...(before.paused === after.paused ? [] : [paused]),
  ];
}
