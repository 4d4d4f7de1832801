-- Begins with the same column as the index before it.
DROP INDEX CONCURRENTLY "tasks_recording_id_idx";
