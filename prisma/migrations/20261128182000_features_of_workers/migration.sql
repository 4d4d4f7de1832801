SET lock_timeout = '2s';
ALTER TABLE "workers" ADD COLUMN "features" TEXT[] DEFAULT ARRAY[]::TEXT[];
