-- Trigger: an event when the delivery of a result succeeds or is given up, but not for an email
-- that asks for a person.
-- Locks: none.
-- requires: note_event
CREATE OR REPLACE FUNCTION announce_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_event(NEW.account_id, 'delivery', jsonb_build_object('delivery_id', NEW.id, 'task_id', NEW.task_id,
    'state', NEW.state, 'attempts', NEW.attempts, 'last_status', NEW.last_status));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_result AFTER UPDATE OF state ON callback_deliveries FOR EACH ROW
  WHEN (OLD.state = 'pending' AND NEW.state IN ('delivered', 'failed') AND NEW.human_wait_id IS NULL) EXECUTE FUNCTION announce_delivery();
