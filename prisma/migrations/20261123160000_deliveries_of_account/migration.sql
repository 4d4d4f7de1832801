-- The deliveries of an account in one state, newest first.
CREATE INDEX CONCURRENTLY "callback_deliveries_account_id_state_created_at_id_idx"
  ON "callback_deliveries"("account_id", "state", "created_at" DESC, "id" DESC);
