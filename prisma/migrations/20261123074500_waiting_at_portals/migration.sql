-- What waits at a portal, login by login: `demand` in prisma/functions skips from one to the next.
CREATE INDEX CONCURRENTLY tasks_waiting_at_portal ON tasks (portal_id, login_queue_id) WHERE status = 'queued' AND NOT is_local;
