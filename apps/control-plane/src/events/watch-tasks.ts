import type { Logger } from '@errand/app-runtime';
import { isValidKey } from '../api-keys/find-owner.ts';
import type { Database } from '../database/connect-database.ts';
import { createWatch, type Watch } from './watch-rows.ts';

/** Reports changes to tasks. */
export type TaskWatch = Watch;

export function createTaskWatch(
  { pool }: Database,
  options: { readonly logger?: Logger } = {},
): TaskWatch {
  return createWatch(pool, { ...options, statement: MARKS, name: 'tasks' });
}

const MARKS = `
  SELECT t.id, concat_ws(' ', t.status, t.lease_epoch, t.started_at,
    (SELECT count(*) FROM steps s WHERE s.task_id = t.id AND s.lease_epoch = t.lease_epoch),
    (SELECT count(a.confirmed_at) FROM artifacts a WHERE a.task_id = t.id),
    (SELECT count(*) + count(w.ended_at) FROM human_waits w WHERE w.task_id = t.id),
    (SELECT count(*) FROM viewers v JOIN api_keys k ON k.id = v.api_key_id
     WHERE v.task_id = t.id AND NOT (${isValidKey('k')}))) AS mark
  FROM tasks t WHERE t.id = ANY($1)`;
