SET lock_timeout = '2s';
-- Existing rows count as in use until they change, or a job looks at them.
ALTER TABLE "login_queues" ADD COLUMN "is_in_use" BOOLEAN NOT NULL DEFAULT true;
