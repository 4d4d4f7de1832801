import { HELD, type History, type LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

type PortalLine = LineOf<'transition' | 'portal-limit' | 'session'>;

interface Portal {
  limit: number | null;
  /** The task of each warm session, by session ID. */
  readonly sessions: Map<string, string | null>;
  readonly held: Set<string>;
}

/**
 * Replays every portal: no transaction raises the use above the limit. The use is the number of
 * warm sessions and of held tasks without one. A transaction counts as a whole, at its last line.
 */
export function checkPortals(history: History): Violation[] {
  const violations: Violation[] = [];
  const portals = new Map<number, Portal>();
  for (const lines of transactionsOf(history)) {
    const [first] = lines;
    if (first?.portalId === null || first?.portalId === undefined) continue;
    const portal = portals.get(first.portalId) ?? {
      limit: null,
      sessions: new Map(),
      held: new Set(),
    };
    portals.set(first.portalId, portal);
    const before = usageOf(portal);
    for (const line of lines) apply(portal, line);
    const usage = usageOf(portal);
    if (portal.limit === null || usage <= portal.limit || usage <= before) continue;
    const text = `Line ${first.id}: portal ${first.portalId} went from ${before} to ${usage} in use; its limit is ${portal.limit}.`;
    violations.push({ rule: 'portal-limit', text });
  }
  return violations;
}

/** Groups lines by transaction and portal, ordered by the last line of each group. */
function transactionsOf(history: History): PortalLine[][] {
  const lines = history.database('transition', 'portal-limit', 'session');
  const groups = Map.groupBy(lines, ({ transaction, portalId }) => `${transaction}/${portalId}`);
  const lastId = (group: readonly PortalLine[]): number => group.at(-1)?.id ?? 0;
  return [...groups.values()].toSorted((one, other) => lastId(one) - lastId(other));
}

function apply(portal: Portal, line: PortalLine): void {
  if (line.type === 'portal-limit') {
    portal.limit = line.limit;
  } else if (line.type === 'session') {
    if (line.state === 'gone') portal.sessions.delete(line.sessionId);
    else portal.sessions.set(line.sessionId, line.taskId);
  } else if (HELD.has(line.status)) {
    portal.held.add(line.taskId);
  } else {
    portal.held.delete(line.taskId);
  }
}

function usageOf({ sessions, held }: Portal): number {
  const onSessions = new Set(sessions.values());
  const others = [...held].filter((taskId) => !onSessions.has(taskId));
  return sessions.size + others.length;
}
