-- The order in which objects are deleted: those that could not be deleted come last.
CREATE INDEX CONCURRENTLY pending_uploads_failures_created_at_idx ON pending_uploads (failures, created_at);
