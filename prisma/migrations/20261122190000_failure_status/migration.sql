-- HTTP status of the page at which a task failed, for failures outside of a node.
ALTER TABLE "tasks" ADD COLUMN "error_http_status" INTEGER;
