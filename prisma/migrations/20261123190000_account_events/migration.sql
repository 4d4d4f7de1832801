SET lock_timeout = '2s';
-- No foreign key: each event would lock the row of its account. Deleting an account deletes them.
CREATE TABLE "account_events" (
    "account_id" UUID NOT NULL,
    "xid" BIGINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "account_events_pkey" PRIMARY KEY ("account_id", "xid", "id")
);
CREATE INDEX "account_events_created_at_idx" ON "account_events"("created_at");
