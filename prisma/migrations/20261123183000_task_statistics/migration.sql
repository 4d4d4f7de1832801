SET lock_timeout = '2s';
-- Figures of tasks that end from now on. Existing tasks are not added: that would read all of them.
CREATE TYPE "statistic_span" AS ENUM ('hour', 'day');
CREATE TABLE "task_statistics" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "span" "statistic_span" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "recording_id" UUID NOT NULL,
    "endpoint_name" TEXT NOT NULL,
    "status" "task_status" NOT NULL,
    "error_class" TEXT,
    "tasks" INTEGER NOT NULL,
    "wait_ms" BIGINT NOT NULL,
    "wait_bins" JSONB NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "duration_bins" JSONB NOT NULL,
    "cost_usd" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "task_statistics_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "task_statistics_account_id_span_starts_at_recording_id_stat_idx"
  ON "task_statistics"("account_id", "span", "starts_at", "recording_id", "status");
CREATE INDEX "task_statistics_span_starts_at_idx" ON "task_statistics"("span", "starts_at");
-- Counters change in place: the room in each page keeps their new versions out of the indexes.
ALTER TABLE "task_statistics" SET (fillfactor = 50);
ALTER TABLE "task_statistics" ADD CONSTRAINT "task_statistics_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
