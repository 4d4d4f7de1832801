import type { Database } from '../database/connect-database.ts';

/**
 * Records, as each claim commits, how much room it left at its portal. Returns a function that
 * finds claims which left negative room. Excludes tasks on an existing session, because they do not
 * take up room.
 */
export async function watchStarts(database: Database): Promise<() => Promise<readonly unknown[]>> {
  await database.pool.query(`
    CREATE TABLE starts (task_id uuid, room int, max_parallelism int);
    CREATE FUNCTION note_start() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO starts SELECT new.id, portal_room(p), p.max_parallelism FROM portals p WHERE p.id = new.portal_id
        AND NOT EXISTS (SELECT FROM warm_sessions s WHERE s.task_id = new.id AND s.created_at <> now()::timestamptz(3));
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER note_start AFTER UPDATE ON tasks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (old.status = 'queued' AND new.status = 'allocated') EXECUTE FUNCTION note_start()`);
  return async () => {
    const { rows } = await database.pool.query('SELECT * FROM starts WHERE room < 0');
    return rows;
  };
}
