SET lock_timeout = '2s';
ALTER TABLE "recording_rollouts"
  ADD COLUMN "new_lost" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "old_lost" INTEGER NOT NULL DEFAULT 0;
