-- Wakes a worker that waits for news. The notification leaves with the commit.
CREATE OR REPLACE FUNCTION ring_bell(worker text) RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('errand_bell', worker) $$;
