SET lock_timeout = '2s';
-- Workers that do not report a version speak the first one.
ALTER TABLE workers ADD COLUMN protocol integer NOT NULL DEFAULT 1;
