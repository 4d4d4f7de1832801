SET lock_timeout = '2s';
CREATE TYPE "task_kind" AS ENUM ('task', 'session');
ALTER TABLE "tasks" ADD COLUMN "kind" "task_kind" NOT NULL DEFAULT 'task';
ALTER TABLE "accounts" ADD COLUMN "max_debug_sessions" INTEGER;
CREATE TABLE "debug_sessions" (
    "task_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "recording_version_id" UUID NOT NULL,
    "source" JSONB NOT NULL,
    "until" TEXT,
    "idle_seconds" INTEGER NOT NULL,
    "state" TEXT,
    "shown" TEXT,
    "active_at" TIMESTAMPTZ(3),
    "last_command" INTEGER NOT NULL DEFAULT 0,
    "last_event" INTEGER NOT NULL DEFAULT 0,
    "closing" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "debug_sessions_pkey" PRIMARY KEY ("task_id")
);
CREATE INDEX "debug_sessions_account_id_created_at_idx" ON "debug_sessions"("account_id", "created_at" DESC);
ALTER TABLE "debug_sessions" ADD CONSTRAINT "debug_sessions_task_id_fkey"
  FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TABLE "session_commands" (
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "request" TEXT,
    "answer" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "is_abandoned" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "session_commands_pkey" PRIMARY KEY ("task_id", "number")
);
ALTER TABLE "session_commands" ADD CONSTRAINT "session_commands_task_id_fkey"
  FOREIGN KEY ("task_id") REFERENCES "debug_sessions"("task_id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE TABLE "session_events" (
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    CONSTRAINT "session_events_pkey" PRIMARY KEY ("task_id", "number")
);
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_task_id_fkey"
  FOREIGN KEY ("task_id") REFERENCES "debug_sessions"("task_id") ON DELETE CASCADE ON UPDATE CASCADE;
