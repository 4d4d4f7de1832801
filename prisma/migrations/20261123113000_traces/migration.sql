SET lock_timeout = '2s';
ALTER TABLE tasks ADD COLUMN traceparent text, ADD COLUMN tracestate text;
