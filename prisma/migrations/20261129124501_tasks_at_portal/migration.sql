-- Deleting a portal looks for its tasks: without an index, in the whole table.
CREATE INDEX CONCURRENTLY "tasks_portal_id_idx" ON "tasks"("portal_id");
