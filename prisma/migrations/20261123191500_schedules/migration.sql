SET lock_timeout = '2s';
ALTER TABLE "tasks" ADD COLUMN "schedule_id" UUID;
CREATE TABLE "schedules" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "overlap" TEXT NOT NULL,
    "catch_up" TEXT NOT NULL,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "submission" JSONB NOT NULL,
    "secrets" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "active_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "schedules_account_id_name_key" ON "schedules"("account_id", "name");
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_account_id_fkey"
  FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TABLE "schedule_runs" (
    "schedule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "is_catch_up" BOOLEAN NOT NULL,
    "task_id" UUID,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "schedule_runs_pkey" PRIMARY KEY ("schedule_id", "due_at")
);
CREATE INDEX "schedule_runs_created_at_idx" ON "schedule_runs"("created_at");
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_schedule_id_fkey"
  FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;
