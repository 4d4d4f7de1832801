CREATE INDEX CONCURRENTLY login_queues_paused ON login_queues (id) WHERE pause IS NOT NULL;
