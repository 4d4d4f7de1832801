import type { ErrandSchemas } from '@errand/api-types';
import { RE2JS } from 're2js';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { Recording } from './list-recordings-store.ts';
import { WorkspaceNotFoundError } from './recording-errors.ts';

/** Time for the names of one request, in milliseconds. */
const MAX_MATCHING_MS = 300;

export const listRecordings = defineRoute(
  'listRecordings',
  async ({ recordings }, { query, accountId }) => {
    const isWanted = compilePattern(query.endpoint_name);
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const workspaceId = await recordings.findWorkspace(accountId, query.workspace_id);
    if (workspaceId === undefined)
      throw new WorkspaceNotFoundError(query.workspace_id ?? 'default');

    const page = await recordings.list(accountId, {
      workspaceId,
      isWanted,
      includeMarketplace: query.include_marketplace ?? false,
      limit: query.limit ?? 50,
      after,
    });
    const last = page.recordings.at(-1)?.endpointName;
    return {
      status: 200,
      body: {
        success: true,
        recordings: page.recordings.map(toWire),
        next_cursor: page.hasMore && last !== undefined ? writeCursor(last) : null,
      },
    };
  },
);

/** RE2 never backtracks, so no pattern takes longer than its length times the name's. */
function compilePattern(pattern: string | undefined): (endpointName: string) => boolean {
  if (pattern === undefined) return () => true;
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return withinTime((endpointName) => compiled.matcher(endpointName).find());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuseQuery('endpoint_name', `is not a regular expression: ${reason}`);
  }
}

/** Linear is not short: a long pattern on many long names would keep all other requests waiting. */
function withinTime(isWanted: (endpointName: string) => boolean): typeof isWanted {
  let spentMs = 0;
  return (endpointName) => {
    const startedAt = performance.now();
    const found = isWanted(endpointName);
    spentMs += performance.now() - startedAt;
    if (spentMs <= MAX_MATCHING_MS) return found;
    throw refuseQuery('endpoint_name', 'takes too long to match: give a simpler expression');
  };
}

function writeCursor(endpointName: string): string {
  return Buffer.from(endpointName).toString('base64url');
}

function readCursor(cursor: string): string {
  const endpointName = Buffer.from(cursor, 'base64url').toString();
  const isOurs = writeCursor(endpointName) === cursor && !endpointName.includes('\0');
  if (isOurs) return endpointName;
  throw refuseQuery('cursor', 'is not one of ours: give the next_cursor of the page before');
}

function refuseQuery(name: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ loc: ['query', name], msg: message, type: 'pattern' }]);
}

function toWire(recording: Recording): ErrandSchemas['Recording'] {
  const { callback } = recording;
  return {
    recording_id: recording.recordingId,
    workspace_id: recording.workspaceId,
    endpoint_name: recording.endpointName,
    description: recording.description,
    version: recording.version,
    is_marketplace: recording.isMarketplace,
    // Checked by the engine when it was stored.
    automation: recording.automation as ErrandSchemas['Automation'],
    callback_url: callback && { url: callback.url, has_credentials: callback.hasCredentials },
    notification_emails: [...recording.notificationEmails],
    created_at: recording.createdAt.toISOString(),
    updated_at: recording.updatedAt.toISOString(),
  };
}
