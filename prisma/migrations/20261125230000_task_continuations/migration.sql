SET lock_timeout = '2s';
CREATE TABLE "task_continuations" (
    "task_id" UUID NOT NULL,
    "start_node_path" TEXT,
    "start" TEXT,
    "lease_epoch" INTEGER,
    "reached" TEXT,
    CONSTRAINT "task_continuations_pkey" PRIMARY KEY ("task_id")
);
ALTER TABLE "task_continuations" ADD CONSTRAINT "task_continuations_task_id_fkey"
  FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
