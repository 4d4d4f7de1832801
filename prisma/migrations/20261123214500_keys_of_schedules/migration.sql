SET lock_timeout = '2s';
ALTER TABLE "schedules" ADD COLUMN "created_by_key" UUID;
