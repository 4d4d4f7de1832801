-- Returns what the caller must do to the jobs of a lane in this transaction, as one JSON value;
-- null for nothing. TypeScript reads it as PermitChange and applies it in changePermits.
-- Locks: as lane_of.
-- requires: lane_of
CREATE OR REPLACE FUNCTION permit_change(account uuid, login_queue int, to_send jsonb, to_withdraw int, void_id uuid)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF to_send = '[]' AND to_withdraw = 0 AND void_id IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('lane', lane_of(account), 'loginQueueId', login_queue, 'send', to_send,
    'withdraw', to_withdraw, 'voidId', void_id);
END $$;
