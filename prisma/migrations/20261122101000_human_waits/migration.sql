-- Runs that wait for a person.
CREATE TYPE "human_wait_outcome" AS ENUM ('resumed', 'timed_out', 'ended');

CREATE TABLE "human_waits" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "node_path" TEXT NOT NULL,
    "page_url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "wait_until" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "human_wait_outcome",
    "resumed_by" UUID,
    "variable_names" TEXT[],
    "variables" TEXT,

    CONSTRAINT "human_waits_pkey" PRIMARY KEY ("task_id","id")
);

CREATE UNIQUE INDEX "human_waits_task_id_number_key" ON "human_waits"("task_id", "number");

ALTER TABLE "human_waits" ADD CONSTRAINT "human_waits_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "human_waits" ADD CONSTRAINT "human_waits_resumed_by_fkey" FOREIGN KEY ("resumed_by") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A task waits for one person at a time; also finds the tasks that wait.
CREATE UNIQUE INDEX human_waits_open ON human_waits (task_id) WHERE ended_at IS NULL;

-- Whatever ends an attempt ends its wait, and what a person had sent for it is forgotten.
CREATE FUNCTION end_human_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE human_waits SET ended_at = coalesce(ended_at, clock_timestamp()), outcome = coalesce(outcome, 'ended'), variables = NULL
  WHERE task_id = NEW.id AND lease_epoch = OLD.lease_epoch AND (ended_at IS NULL OR variables IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_left AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IN ('allocated', 'running') AND NEW.status NOT IN ('allocated', 'running'))
  EXECUTE FUNCTION end_human_wait();
