SET lock_timeout = '2s';
-- Totals are kept by grouping. Those of earlier builds are made again from task_statistics.
DROP TABLE "statistic_totals";
ALTER TABLE "task_statistics" DROP COLUMN "is_in_total";
ALTER TABLE "task_statistics" ADD COLUMN "is_in_total" BOOLEAN NOT NULL DEFAULT false;
CREATE TABLE "statistic_totals" (
    "account_id" UUID NOT NULL,
    "span" "statistic_span" NOT NULL,
    "grouping" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "tasks" INTEGER NOT NULL,
    "success" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "cancelled" INTEGER NOT NULL,
    "wait_ms" BIGINT NOT NULL,
    "wait_bins" BYTEA NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "duration_bins" BYTEA NOT NULL,
    "cost_usd" DOUBLE PRECISION NOT NULL,
    "figures" JSON NOT NULL,
    CONSTRAINT "statistic_totals_pkey" PRIMARY KEY ("account_id", "span", "grouping", "value", "starts_at")
);
CREATE INDEX "statistic_totals_by_time" ON "statistic_totals"("account_id", "span", "grouping", "starts_at", "value", "tasks");
CREATE INDEX "statistic_totals_span_starts_at_idx" ON "statistic_totals"("span", "starts_at");
ALTER TABLE "statistic_totals" ADD CONSTRAINT "statistic_totals_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
