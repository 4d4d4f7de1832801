-- Trigger: an event for each new task that is not a debug session, as note_event appends it, for all
-- tasks of a statement together.
-- Locks: none.
-- requires: event_of_task
CREATE OR REPLACE FUNCTION announce_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events (account_id, xid, kind, data, created_at)
  SELECT account_id, pg_current_xact_id()::text::bigint, 'task', event_of_task(added), clock_timestamp()
  FROM added WHERE status IN ('queued', 'allocated') AND kind = 'task' ORDER BY sequence;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_new AFTER INSERT ON tasks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION announce_tasks();
