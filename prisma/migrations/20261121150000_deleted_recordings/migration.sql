-- A deleted recording stays for the history of its tasks; its endpoint name is free again.
ALTER TABLE "recordings" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

DROP INDEX "recordings_account_id_endpoint_name_key";
CREATE UNIQUE INDEX recordings_endpoint_name ON recordings (account_id, endpoint_name) WHERE deleted_at IS NULL;

-- The version whose automation a roll-back copied.
ALTER TABLE "recording_versions" ADD COLUMN     "restored_from" INTEGER;

-- The newest tasks of one status, and the open ones of an account, without a look at its finished ones.
CREATE INDEX "tasks_account_id_status_created_at_id_idx" ON "tasks"("account_id", "status", "created_at" DESC, "id" DESC);
