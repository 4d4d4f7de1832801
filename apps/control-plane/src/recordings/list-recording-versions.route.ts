import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeVersion } from './write-wire-recording.ts';

/** A cursor is the number of the last version on the page. */
export const listRecordingVersions = defineRoute(
  'listRecordingVersions',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, query, accountId }) => {
    const cursor = readCursor(query.cursor, (text) => /^[1-9]\d{0,8}$/.test(text));
    const { versions, hasMore } = await recordings.listVersions(accountId, params.recording_id, {
      limit: query.limit ?? 50,
      before: cursor === undefined ? undefined : Number(cursor),
    });
    const last = versions.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        versions: versions.map(writeVersion),
        next_cursor: hasMore && last ? writeCursor(String(last.version)) : null,
      },
    };
  },
);
