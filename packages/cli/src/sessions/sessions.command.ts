import type { ErrandSchemas } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { durationBetween } from '../tasks/times.ts';
import type { Column } from '../terminal/format-table.ts';

type Session = ErrandSchemas['DebugSession'];

const OPEN = ['opening', 'ready', 'busy'] as const;

export const listSessions = defineCommand({
  name: 'sessions ls',
  summary: 'Lists the open debug sessions of the account, newest first.',
  options: { all: { summary: 'those that have ended, too: the newest 100' } },
  async run(call) {
    const sessions = await readSessions(call);
    call.print.result({ sessions }, () => call.print.table(COLUMNS, sessions));
  },
});

export const endSession = defineCommand({
  name: 'sessions end',
  words: ['ID'],
  summary: 'Ends a debug session, which frees its slot and its login.',
  async run({ errand, print, terminal, words: [id = ''] }) {
    const session = await errand().sessions.at(id).close({ signal: terminal.signal });
    print.result(session, () => describeEnd(session));
  },
});

const COLUMNS: readonly Column<Session>[] = [
  { title: 'SESSION', text: (session) => session.session_id },
  { title: 'STATE', text: (session) => session.end_reason ?? session.state, isNeeded: true },
  { title: 'AGE', text: (session) => durationBetween(session.created_at, null) },
  {
    title: 'ENDS IN',
    text: ({ expires_at: end }) => durationBetween(end && new Date().toISOString(), end),
  },
  { title: 'BY', text: (session) => session.created_by ?? '', isFlexible: true },
  { title: 'NEXT', text: (session) => session.position ?? '' },
  { title: 'PAGE', text: describePage, isFlexible: true },
];

/** A damaged session has no page until its worker reports the state again. */
function describePage({ page_url: url, is_damaged: isDamaged }: Session): string {
  return isDamaged ? 'unknown: what the worker reported cannot be decrypted' : (url ?? '');
}

async function readSessions({ errand, has, terminal }: Call): Promise<readonly Session[]> {
  const { signal } = terminal;
  const { list } = errand().sessions;
  if (has('all')) return list({ signal });
  // A list has at most 100 sessions: many that have ended would hide an open one.
  const lists = await Promise.all(OPEN.map((state) => list({ state, signal })));
  // A session whose state changes in the meantime is in two lists.
  const byId = new Map(lists.flat().map((session) => [session.session_id, session]));
  return [...byId.values()].toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

function describeEnd({ session_id: id, state, end_reason: reason }: Session): string {
  if (state === 'ended') return `Session ${id} has ended (${reason}).`;
  return `Session ${id} is ending: its slot is free within seconds.`;
}
