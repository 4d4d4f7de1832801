SET lock_timeout = '2s';
ALTER TABLE "schedules" ADD COLUMN "next_due_at" TIMESTAMPTZ(3);
CREATE INDEX schedules_next_due ON schedules (next_due_at) WHERE NOT is_paused;
