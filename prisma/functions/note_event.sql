-- Appends to the events of an account, in the transaction of what has happened. Readers read them
-- in the order of their transactions, up to the oldest one still running, so a transaction that
-- commits late is not missed. `content` has no secret and no input value.
-- Locks: none.
CREATE OR REPLACE FUNCTION note_event(account uuid, event_kind text, content jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO account_events (account_id, xid, kind, data, created_at)
  VALUES (account, pg_current_xact_id()::text::bigint, event_kind, content, clock_timestamp())
$$;
