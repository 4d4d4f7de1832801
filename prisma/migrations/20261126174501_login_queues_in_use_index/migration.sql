CREATE INDEX CONCURRENTLY login_queues_in_use ON login_queues (account_id) WHERE is_in_use;
