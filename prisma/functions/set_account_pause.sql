-- Pauses an account, or ends its pause if new_pause is null. With only_expired, ends it only if it
-- has expired. Once this has committed, no claim starts a task of a paused account. `permits`: see
-- permit_change. Returns whether anything changed.
-- Locks: the account, then its advisory 3, so that claims that saw no pause have ended; then as
-- settle_account and permit_change.
-- Keeps: I6.
-- requires: permit_change, settle_account
CREATE OR REPLACE FUNCTION set_account_pause(target uuid, new_pause jsonb, only_expired boolean,
  OUT is_changed boolean, OUT permits jsonb)
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts SET pause = new_pause WHERE id = target AND (pause IS NOT NULL OR new_pause IS NOT NULL)
    AND (NOT only_expired OR (pause->>'expires_at')::timestamptz <= clock_timestamp());
  is_changed := FOUND;
  IF NOT is_changed THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(3, hashtext(target::text));
  IF new_pause IS NULL THEN permits := permit_change(target, NULL, settle_account(target), 0, NULL); END IF;
END $$;
