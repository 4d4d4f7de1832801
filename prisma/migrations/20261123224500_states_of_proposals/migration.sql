SET lock_timeout = '2s';
ALTER TABLE "locator_proposals" ADD COLUMN "state" TEXT NOT NULL DEFAULT 'open';
