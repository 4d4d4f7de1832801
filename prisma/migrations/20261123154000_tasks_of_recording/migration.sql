-- The tasks of a recording, newest first.
CREATE INDEX CONCURRENTLY "tasks_recording_id_created_at_id_idx" ON "tasks"("recording_id", "created_at" DESC, "id" DESC);
