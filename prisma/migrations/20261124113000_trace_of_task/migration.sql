SET lock_timeout = '2s';
CREATE TYPE "trace_mode" AS ENUM ('off', 'failed', 'all', 'replayable');
ALTER TABLE "tasks" ADD COLUMN "trace" "trace_mode";
