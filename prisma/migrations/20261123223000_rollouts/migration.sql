SET lock_timeout = '2s';
CREATE TABLE "recording_rollouts" (
    "id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "base_version" INTEGER NOT NULL,
    "percent" INTEGER,
    "first_tasks" INTEGER,
    "min_tasks" INTEGER NOT NULL,
    "max_failure_rate_increase" DOUBLE PRECISION NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "taken" INTEGER NOT NULL DEFAULT 0,
    "new_succeeded" INTEGER NOT NULL DEFAULT 0,
    "new_failed" INTEGER NOT NULL DEFAULT 0,
    "old_succeeded" INTEGER NOT NULL DEFAULT 0,
    "old_failed" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "recording_rollouts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "recording_rollouts_recording_id_started_at_idx" ON "recording_rollouts"("recording_id", "started_at");
CREATE UNIQUE INDEX "recording_rollouts_running" ON "recording_rollouts"("recording_id") WHERE "state" = 'running';
ALTER TABLE "recording_rollouts" ADD CONSTRAINT "recording_rollouts_recording_id_fkey"
  FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
