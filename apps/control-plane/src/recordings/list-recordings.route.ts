import { RE2JS } from 're2js';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { showValue } from '../http/show-value.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { WorkspaceStore } from '../workspaces/workspace-store.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeRecording, writeSummary } from './write-wire-recording.ts';

/** Time limit for matching the names of one request, in milliseconds. */
const MAX_MATCHING_MS = 300;

export const listRecordings = defineRoute(
  'listRecordings',
  async (
    {
      recordings,
      workspaces,
    }: { readonly recordings: RecordingStore; readonly workspaces: WorkspaceStore },
    { query, accountId },
  ) => {
    const isWanted = compilePattern(query.endpoint_name);
    const after = readCursor(query.cursor, (name) => name !== '');
    const workspaceId = await workspaces.find(accountId, query.workspace_id);
    const wanted = {
      workspaceId,
      isWanted,
      includeMarketplace: query.include_marketplace ?? false,
      limit: query.limit ?? 50,
      after,
    };
    if (query.fields === 'summary') {
      const page = await recordings.listSummaries(accountId, wanted);
      const shown = page.recordings.map(writeSummary);
      return {
        status: 200,
        body: { success: true, recordings: shown, next_cursor: cursorOf(page) },
      };
    }
    const page = await recordings.list(accountId, wanted);
    const shown = page.recordings.map(writeRecording);
    return { status: 200, body: { success: true, recordings: shown, next_cursor: cursorOf(page) } };
  },
);

function cursorOf({
  recordings,
  hasMore,
}: {
  readonly recordings: readonly { readonly endpointName: string }[];
  readonly hasMore: boolean;
}): string | null {
  const last = recordings.at(-1);
  return hasMore && last ? writeCursor(last.endpointName) : null;
}

/**
 * RE2 never backtracks, so matching takes time proportional to at most the pattern's length times
 * the name's.
 */
function compilePattern(pattern: string | undefined): (endpointName: string) => boolean {
  if (pattern === undefined) return () => true;
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return withinTime((endpointName) => compiled.matcher(endpointName).find());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const shown = showValue(pattern, ['query', 'endpoint_name']);
    throw refuseQuery(
      'endpoint_name',
      `is ${shown}, which is not a regular expression (${reason}): correct it, or put a backslash before literal characters`,
    );
  }
}

/** Linear time is not enough: a long pattern on many long names would block all other requests. */
function withinTime(isWanted: (endpointName: string) => boolean): typeof isWanted {
  let spentMs = 0;
  return (endpointName) => {
    const startedAt = performance.now();
    const found = isWanted(endpointName);
    spentMs += performance.now() - startedAt;
    if (spentMs <= MAX_MATCHING_MS) return found;
    throw refuseQuery('endpoint_name', 'takes too long to match: specify a simpler expression');
  };
}

function refuseQuery(name: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ loc: ['query', name], msg: message, type: 'pattern' }]);
}
