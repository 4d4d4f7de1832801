SET lock_timeout = '2s';
ALTER TABLE "task_statistics" ADD COLUMN "is_in_total" BOOLEAN NOT NULL DEFAULT false;
CREATE TABLE "statistic_totals" (
    "account_id" UUID NOT NULL,
    "span" "statistic_span" NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "task_status" NOT NULL,
    "tasks" INTEGER NOT NULL,
    "wait_ms" BIGINT NOT NULL,
    "wait_bins" BYTEA NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "duration_bins" BYTEA NOT NULL,
    "cost_usd" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "statistic_totals_pkey" PRIMARY KEY ("account_id", "span", "starts_at", "status")
);
CREATE INDEX "statistic_totals_span_starts_at_idx" ON "statistic_totals"("span", "starts_at");
ALTER TABLE "statistic_totals" ADD CONSTRAINT "statistic_totals_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
