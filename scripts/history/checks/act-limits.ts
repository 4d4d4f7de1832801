import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findLeases } from './leases.ts';

/** The time from the first to the last act of an attempt while it held its lease. */
interface Visit {
  readonly taskId: string;
  readonly beganAt: number;
  readonly endedAt: number;
}

/**
 * The site never sees more concurrent attempts of one login than its clients allow, however the
 * database maps logins to login queues. A login is an account, an endpoint and the value of
 * `login`.
 */
export function checkActLimits(history: History): Violation[] {
  const submits = history.of('submit').filter(({ body }) => loginOf(body) !== undefined);
  const logins = Map.groupBy(submits, nameLogin);
  const visits = findVisits(history);
  return [...logins].flatMap(([login, ofLogin]) => {
    const limit = Math.max(1, ...ofLogin.map(({ body }) => Number(body['per_login_parallelism'])));
    const refs = new Set(ofLogin.map(({ ref }) => ref));
    const ofRefs = [...refs].flatMap((ref) => visits.get(ref) ?? []);
    return ofRefs.flatMap(({ beganAt, taskId }) => {
      const active = ofRefs.filter((other) => other.beganAt <= beganAt && other.endedAt > beganAt);
      if (active.length <= limit) return [];
      const text = `The site saw ${active.length} attempts of login ${login} at once when task ${taskId} began; its clients allow ${limit} at most.`;
      return [{ rule: 'act-over-limit', text }];
    });
  });
}

function nameLogin({ account, body }: LineOf<'submit'>): string {
  return `${account}/${String(body['endpoint_name'])}/${loginOf(body)}`;
}

function loginOf(body: LineOf<'submit'>['body']): string | undefined {
  const { login } = body['input_parameters'] as { readonly login?: readonly string[] };
  return login?.[0];
}

function findVisits(history: History): ReadonlyMap<string, readonly Visit[]> {
  const leases = findLeases(history);
  const taskIds = new Map(history.of('task').map(({ ref, taskId }) => [ref, taskId]));
  const acts = history.of('act').filter(({ epoch }) => epoch !== null);
  const visits = [...Map.groupBy(acts, ({ ref, epoch }) => `${ref} ${epoch}`).values()].flatMap(
    (ofAttempt) => {
      const [first] = ofAttempt;
      const began = ofAttempt.find(({ phase }) => phase === 'began');
      const taskId = taskIds.get(first?.ref ?? '');
      const lease = leases.get(`${taskId}/${first?.epoch}`);
      if (!began || !lease || taskId === undefined) return [];
      const last = ofAttempt.find(({ phase }) => phase === 'ended')?.at ?? Infinity;
      const endedAt = Math.min(last, lease.endedAt ?? Infinity);
      return [{ ref: began.ref, taskId, beganAt: began.at, endedAt }];
    },
  );
  return Map.groupBy(visits, ({ ref }) => ref);
}
