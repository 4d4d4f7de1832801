CREATE INDEX CONCURRENTLY portals_paused ON portals (id) WHERE pause IS NOT NULL;
