import type { ErrandSchemas } from '@errand/api-types';
import type { Sealer } from '@errand/secrets';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import { assertSeedsOpen, openSeeds } from '../recordings/seal-seeds.ts';
import { DebugSessionNotFoundError } from './debug-session-errors.ts';
import type { OwnedSession } from './debug-session.ts';

type Automation = ErrandSchemas['Automation'];

/**
 * The secrets whose references differ from those of the automation with which the session was
 * opened. The session keeps its own. Throws DebugSessionNotFoundError, InvalidRequestError for a
 * seed that this account has not sealed.
 */
export async function findIgnoredSecrets(
  parts: { readonly database: Pick<Database, 'pool'>; readonly sealer: Sealer },
  { accountId, sessionId }: OwnedSession,
  automation: Automation,
): Promise<readonly string[]> {
  const seals = { sealer: parts.sealer, accountId };
  assertSeedsOpen(automation, seals);
  if (!isUuid(sessionId)) throw new DebugSessionNotFoundError(sessionId);
  const { rows } = await parts.database.pool.query<{ automation: Automation }>(
    `SELECT v.automation FROM debug_sessions s JOIN recording_versions v ON v.id = s.recording_version_id
     WHERE s.task_id = $1 AND s.account_id = $2`,
    [sessionId, accountId],
  );
  // The version is deleted with the session.
  const [opened] = rows;
  if (!opened) return [];
  const kept = openSeeds(opened.automation.parameters?.secure_parameters ?? {}, seals);
  const given = openSeeds(automation.parameters?.secure_parameters ?? {}, seals);
  return Object.keys(given).filter(
    (name) => !isDeepStrictEqual(given[name], Object.hasOwn(kept, name) ? kept[name] : []),
  );
}
