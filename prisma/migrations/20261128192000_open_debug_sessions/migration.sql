CREATE INDEX CONCURRENTLY debug_sessions_open ON debug_sessions (created_at) WHERE ended_at IS NULL;
