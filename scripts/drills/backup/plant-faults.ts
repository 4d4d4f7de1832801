import { query } from '../stage.ts';

/** Damages the tables of the queue, as a manual restore might. Returns what it did. */
export async function plantFaults(databaseUrl: string): Promise<readonly string[]> {
  const counters = await query(
    databaseUrl,
    'UPDATE login_queues SET waiting = waiting + 3, running = running + 1 RETURNING id',
  );
  const permits = await query(
    databaseUrl,
    `DELETE FROM pgboss.job WHERE name = 'permits' RETURNING id`,
  );
  return [`wrong counters in ${counters.length} login queues`, `${permits.length} lost permits`];
}
