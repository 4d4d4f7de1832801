import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';

type Summary = ErrandSchemas['RecordingSummary'];
export type Workspace = ErrandSchemas['Workspace'];

/** The workspaces still to list, and where to continue in the first one. */
interface Place {
  readonly workspaceIds: readonly string[];
  readonly cursor?: string | undefined;
}

/** Number of recordings that completes a page: the page size of the API. */
const PAGE_SIZE = 50;

interface Wanted {
  /** Default: every workspace of the account. */
  readonly workspaceId?: string | undefined;
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

interface RecordingsPage {
  readonly recordings: readonly Summary[];
  readonly next_cursor: string | null;
}

export async function readWorkspaces(errand: Errand, signal: AbortSignal): Promise<Workspace[]> {
  const workspaces: Workspace[] = [];
  for await (const workspace of errand.list('/api/v1/workspaces', { signal })) {
    workspaces.push(workspace);
  }
  return workspaces;
}

/**
 * Returns a page of the recordings of one workspace, or of all workspaces in turn, because the API
 * lists one workspace at a time.
 */
export async function readRecordings(
  errand: Errand,
  { workspaceId, cursor }: Wanted,
  signal: AbortSignal,
): Promise<RecordingsPage> {
  let place: Place =
    cursor === undefined
      ? { workspaceIds: await chooseWorkspaces(errand, workspaceId, signal) }
      : (JSON.parse(cursor) as Place);
  const recordings: Summary[] = [];
  for (;;) {
    const [id, ...others]: readonly string[] = place.workspaceIds;
    if (id === undefined) return { recordings, next_cursor: null };
    const query = {
      fields: 'summary' as const,
      workspace_id: id,
      ...(place.cursor === undefined ? {} : { cursor: place.cursor }),
    };
    const params = { query };
    const page: ErrandSchemas['RecordingList'] | ErrandSchemas['RecordingSummaryList'] =
      await dataOf(errand.api.GET('/api/v1/get_recordings', { params, signal }));
    const next = page.next_cursor;
    place = next === null ? { workspaceIds: others } : { ...place, cursor: next };
    // The request asks for summaries.
    recordings.push(...(page.recordings as readonly Summary[]));
    if (recordings.length >= PAGE_SIZE && place.workspaceIds.length > 0) {
      return { recordings, next_cursor: JSON.stringify(place) };
    }
  }
}

async function chooseWorkspaces(
  errand: Errand,
  chosen: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (chosen !== undefined) return [chosen];
  return (await readWorkspaces(errand, signal)).map(({ workspace_id: id }) => id);
}
