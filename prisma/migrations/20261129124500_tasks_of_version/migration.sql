-- Deleting a version looks for its tasks: without an index, in the whole table.
CREATE INDEX CONCURRENTLY "tasks_recording_version_id_idx" ON "tasks"("recording_version_id");
