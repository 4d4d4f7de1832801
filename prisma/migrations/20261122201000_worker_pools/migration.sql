-- Workers come through a pool: its token registers them, and the registration has a token of its own.
CREATE TABLE "worker_pools" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "labels" TEXT[],
    "prefix" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rotated_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "worker_pools_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "worker_pools_name_key" ON "worker_pools"("name");
CREATE UNIQUE INDEX "worker_pools_token_hash_key" ON "worker_pools"("token_hash");

-- A row of `workers` is its newest registration; one from before has no token, so its worker registers first.
ALTER TABLE "workers" ADD COLUMN "pool_id" UUID,
  ADD COLUMN "pool_token_hash" BYTEA,
  ADD COLUMN "registration_id" UUID,
  ADD COLUMN "token_hash" BYTEA,
  ADD COLUMN "expires_at" TIMESTAMPTZ(3),
  ADD COLUMN "ended_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "workers_token_hash_key" ON "workers"("token_hash");
CREATE INDEX "workers_pool_id_idx" ON "workers"("pool_id");

ALTER TABLE "workers" ADD CONSTRAINT "workers_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "worker_pools"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The registration that holds the lease, and whose screen shows the attempt.
ALTER TABLE "attempts" ADD COLUMN "registration_id" UUID;
