import { parseLine, type HistoryLine } from '../history/history.ts';

/**
 * Logs every change to a state, limit or session and every row that an attempt writes, inside the
 * same transaction. A line gets its ID while the lock on the changed row is held, so IDs are in
 * commit order.
 */
export const EVENT_LOG = `
  CREATE SCHEMA chaos;
  CREATE TABLE chaos.lines (id bigserial PRIMARY KEY, line jsonb NOT NULL);

  CREATE FUNCTION chaos.note(type text, fields jsonb) RETURNS void LANGUAGE sql AS $$
    INSERT INTO chaos.lines (line) VALUES (fields || jsonb_build_object('type', type,
      'at', round(extract(epoch FROM clock_timestamp()) * 1000, 3), 'transaction', pg_current_xact_id()::text))
  $$;

  CREATE FUNCTION chaos.note_transition() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE task jsonb := to_jsonb(new);
  BEGIN
    IF tg_op = 'INSERT' OR (new.status, new.lease_epoch) IS DISTINCT FROM (old.status, old.lease_epoch) THEN
      PERFORM chaos.note('transition', jsonb_build_object('taskId', new.id, 'accountId', new.account_id,
        'ref', new.input_parameters->'ref'->>0, 'loginQueueId', new.login_queue_id, 'portalId', (task->>'portal_id')::int, 'status', new.status,
        'epoch', new.lease_epoch, 'workerId', new.worker_id, 'priority', new.priority, 'sequence', new.sequence,
        'isDedicated', new.is_dedicated));
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_transition AFTER INSERT OR UPDATE ON tasks
    FOR EACH ROW EXECUTE FUNCTION chaos.note_transition();

  CREATE FUNCTION chaos.note_login_limit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF tg_op = 'INSERT' OR new.max_running <> old.max_running THEN
      PERFORM chaos.note('login-limit', jsonb_build_object('loginQueueId', new.id, 'limit', new.max_running));
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_login_limit AFTER INSERT OR UPDATE ON login_queues
    FOR EACH ROW EXECUTE FUNCTION chaos.note_login_limit();

  CREATE FUNCTION chaos.note_write() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE written jsonb := to_jsonb(new);
  BEGIN
    PERFORM chaos.note('write', jsonb_build_object('table', tg_table_name, 'taskId', written->'task_id', 'epoch',
      coalesce(written->>'lease_epoch', written->'output_data'->0->'json_data'->>'epoch')::int));
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_write AFTER INSERT ON steps FOR EACH ROW EXECUTE FUNCTION chaos.note_write();
  CREATE TRIGGER chaos_write AFTER INSERT ON artifacts FOR EACH ROW EXECUTE FUNCTION chaos.note_write();
  CREATE TRIGGER chaos_write AFTER INSERT OR UPDATE ON task_outputs
    FOR EACH ROW EXECUTE FUNCTION chaos.note_write();

  DO $do$ BEGIN
    IF to_regclass('portals') IS NULL THEN RETURN; END IF;
    CREATE FUNCTION chaos.note_portal_limit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF tg_op = 'INSERT' OR new.max_parallelism IS DISTINCT FROM old.max_parallelism THEN
        PERFORM chaos.note('portal-limit', jsonb_build_object('portalId', new.id, 'limit', new.max_parallelism));
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER chaos_portal_limit AFTER INSERT OR UPDATE ON portals
      FOR EACH ROW EXECUTE FUNCTION chaos.note_portal_limit();
  END $do$;

  DO $do$ BEGIN
    IF to_regclass('warm_sessions') IS NULL THEN RETURN; END IF;
    CREATE FUNCTION chaos.note_session() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE session jsonb := to_jsonb(coalesce(new, old));
    BEGIN
      PERFORM chaos.note('session', jsonb_build_object('sessionId', session->'id', 'portalId', session->'portal_id',
        'loginQueueId', session->'login_queue_id', 'taskId', session->'task_id', 'state', CASE WHEN tg_op = 'DELETE' THEN 'gone' ELSE session->>'state' END));
      RETURN NULL;
    END $$;
    CREATE TRIGGER chaos_session AFTER INSERT OR UPDATE OR DELETE ON warm_sessions
      FOR EACH ROW EXECUTE FUNCTION chaos.note_session();
  END $do$;`;

/** Returns what the triggers logged, and every task and attempt in its present state. */
export async function readEvents(
  query: (text: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<HistoryLine[]> {
  const events = await query(
    `SELECT (line || jsonb_build_object('id', id))::text AS text FROM chaos.lines ORDER BY id`,
  );
  const tasks = await query(
    `SELECT jsonb_build_object('type', 'task', 'taskId', id, 'ref', input_parameters->'ref'->>0,
       'status', status, 'epoch', lease_epoch, 'maxRetries', max_retries,
       'maxAutomationRetries', max_automation_retries)::text AS text FROM tasks ORDER BY sequence`,
  );
  const attempts = await query(
    `SELECT jsonb_build_object('type', 'attempt', 'taskId', task_id, 'epoch', lease_epoch,
       'workerId', worker_id, 'outcome', outcome)::text AS text FROM attempts`,
  );
  return [...events, ...tasks, ...attempts].map(({ text }) =>
    parseLine(String(text), 'the database'),
  );
}
