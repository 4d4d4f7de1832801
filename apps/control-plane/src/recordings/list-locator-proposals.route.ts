import { isUuid } from '../database/is-uuid.ts';
import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeProposal } from './write-wire-recording.ts';

/** A cursor is the id of the last proposal on the page. */
export const listLocatorProposals = defineRoute(
  'listLocatorProposals',
  async ({ recordings }: { readonly recordings: RecordingStore }, { params, query, accountId }) => {
    const { proposals, hasMore } = await recordings.listProposals(accountId, params.recording_id, {
      limit: query.limit ?? 50,
      before: readCursor(query.cursor, isUuid),
    });
    const last = proposals.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        proposals: proposals.map(writeProposal),
        next_cursor: hasMore && last ? writeCursor(last.id) : null,
      },
    };
  },
);
