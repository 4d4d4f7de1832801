-- Who watches the screens of running tasks, and where those are.
ALTER TABLE "workers" ADD COLUMN "screen_address" TEXT, ADD COLUMN "screen_key" TEXT;

CREATE TYPE "view_mode" AS ENUM ('view', 'control');

CREATE TABLE "viewers" (
    "jti" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "mode" "view_mode" NOT NULL,
    "api_key_id" UUID NOT NULL,
    "gateway_id" TEXT NOT NULL,
    "viewer_address" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "close_code" INTEGER,
    "bytes_to_viewer" BIGINT,
    "bytes_from_viewer" BIGINT,

    CONSTRAINT "viewers_pkey" PRIMARY KEY ("jti")
);

CREATE INDEX "viewers_task_id_opened_at_idx" ON "viewers"("task_id", "opened_at");

ALTER TABLE "viewers" ADD CONSTRAINT "viewers_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those whose gateway may have died, and those whose time is over.
CREATE INDEX viewers_open ON viewers (task_id, lease_epoch) WHERE closed_at IS NULL;
CREATE INDEX viewers_closed ON viewers (closed_at) WHERE mode = 'view';
