-- Trigger: rejects every change to the state, lease, end or error of a final task. The error has
-- the code ER001.
-- Locks: none.
CREATE OR REPLACE FUNCTION refuse_change_of_final_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Task % is % already: a final state and its lease never change.', old.id, old.status
    USING ERRCODE = 'ER001';
END $$;

CREATE OR REPLACE TRIGGER tasks_final BEFORE UPDATE ON tasks FOR EACH ROW
  WHEN (old.status IN ('success', 'failed', 'cancelled')
    AND (new.status, new.worker_id, new.lease_epoch, new.lease_expires_at, new.completed_at, new.error)
      IS DISTINCT FROM (old.status, old.worker_id, old.lease_epoch, old.lease_expires_at, old.completed_at, old.error))
  EXECUTE FUNCTION refuse_change_of_final_task();
