SET lock_timeout = '2s';
ALTER TABLE "accounts" ADD COLUMN "pause" JSONB;
ALTER TABLE "portals" ADD COLUMN "pause" JSONB;
ALTER TABLE "login_queues" ADD COLUMN "pause" JSONB;
ALTER TABLE "workers" ADD COLUMN "drain" JSONB;
