-- Pages of the task list, by status and by endpoint name. Every page is a merge of a few short scans, one for each status,
-- so no filter makes one scan over the tasks that it leaves out. They serve the cancellation of many tasks, too.
CREATE INDEX "tasks_account_id_endpoint_name_status_created_at_id_idx" ON "tasks"("account_id", "endpoint_name", "status", "created_at" DESC, "id" DESC);
DROP INDEX tasks_open;

-- Nobody lists tasks by their sequence.
DROP INDEX "tasks_account_id_sequence_idx";
