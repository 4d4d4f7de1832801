-- How steps got at their elements, and locators that would mend recordings.
ALTER TABLE "steps" ADD COLUMN "means" JSONB;

CREATE TABLE "locator_proposals" (
    "id" UUID NOT NULL,
    "recording_version_id" UUID NOT NULL,
    "node_path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "failed_command" TEXT,
    "command" TEXT NOT NULL,
    "candidates" JSONB NOT NULL,
    "page_url" TEXT NOT NULL,
    "task_id" UUID,
    "times_seen" INTEGER NOT NULL DEFAULT 1,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "locator_proposals_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "locator_proposals_recording_version_id_node_path_command_key" ON "locator_proposals"("recording_version_id", "node_path", "command");
CREATE INDEX "locator_proposals_task_id_idx" ON "locator_proposals"("task_id");

ALTER TABLE "locator_proposals" ADD CONSTRAINT "locator_proposals_recording_version_id_fkey" FOREIGN KEY ("recording_version_id") REFERENCES "recording_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "locator_proposals" ADD CONSTRAINT "locator_proposals_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE SET NULL ON UPDATE CASCADE;
