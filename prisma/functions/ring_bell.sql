-- Wakes a worker that waits for its bell. The notification is sent with the commit.
-- Locks: none.
CREATE OR REPLACE FUNCTION ring_bell(worker text) RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('errand_bell', worker) $$;
