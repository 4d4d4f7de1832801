-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('queued', 'allocated', 'running', 'success', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "attempt_outcome" AS ENUM ('success', 'failed', 'cancelled', 'lost', 'released');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_tag" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recordings" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "endpoint_name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "current_version" INTEGER NOT NULL,
    "is_marketplace" BOOLEAN NOT NULL DEFAULT false,
    "callback_url" TEXT,
    "callback_secret" TEXT,
    "notification_emails" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recording_versions" (
    "id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "automation" JSONB NOT NULL,
    "portal" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recording_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_queues" (
    "id" SERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "portal" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "max_running" INTEGER NOT NULL DEFAULT 1,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "running" INTEGER NOT NULL DEFAULT 0,
    "issued" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "login_queues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "recording_id" UUID NOT NULL,
    "recording_version_id" UUID NOT NULL,
    "endpoint_name" TEXT NOT NULL,
    "login_queue_id" INTEGER,
    "status" "task_status" NOT NULL DEFAULT 'queued',
    "priority" INTEGER,
    "sequence" BIGSERIAL NOT NULL,
    "input_parameters" JSONB NOT NULL,
    "unique_parameter_names" TEXT[],
    "secure_parameters" TEXT,
    "rdp_parameter" TEXT,
    "max_timeout_in_minutes" INTEGER NOT NULL DEFAULT 10,
    "use_proxy" BOOLEAN NOT NULL DEFAULT false,
    "is_dedicated" BOOLEAN NOT NULL DEFAULT false,
    "max_parallelism" INTEGER NOT NULL DEFAULT 1,
    "per_login_parallelism" INTEGER NOT NULL DEFAULT 1,
    "task_callback_url" TEXT,
    "task_callback_api_key" TEXT,
    "max_retries" INTEGER NOT NULL DEFAULT 1,
    "infrastructure_retries" INTEGER NOT NULL DEFAULT 0,
    "max_automation_retries" INTEGER NOT NULL DEFAULT 0,
    "automation_retries" INTEGER NOT NULL DEFAULT 0,
    "lease_epoch" INTEGER NOT NULL DEFAULT 0,
    "worker_id" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "permit_job_id" UUID,
    "tag" BIGINT,
    "error" TEXT,
    "error_class" TEXT,
    "error_node_path" TEXT,
    "error_page_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "allocated_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "task_id" UUID NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "worker_id" TEXT NOT NULL,
    "allocated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "attempt_outcome",
    "error_class" TEXT,
    "error" TEXT,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("task_id","lease_epoch")
);

-- CreateTable
CREATE TABLE "steps" (
    "task_id" UUID NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "node_path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "error_class" TEXT,
    "error_message" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "page_url" TEXT,
    "screenshot_artifact_id" UUID,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("task_id","lease_epoch","sequence")
);

-- CreateTable
CREATE TABLE "task_outputs" (
    "task_id" UUID NOT NULL,
    "output_data" JSONB NOT NULL,
    "for_loop_status" JSONB NOT NULL,

    CONSTRAINT "task_outputs_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "artifacts" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "object_key" TEXT NOT NULL,
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_deliveries" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "callback_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_name_key" ON "accounts"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_account_id_name_key" ON "workspaces"("account_id", "name");

-- CreateIndex
CREATE INDEX "recordings_workspace_id_endpoint_name_idx" ON "recordings"("workspace_id", "endpoint_name");

-- CreateIndex
CREATE UNIQUE INDEX "recordings_account_id_endpoint_name_key" ON "recordings"("account_id", "endpoint_name");

-- CreateIndex
CREATE UNIQUE INDEX "recording_versions_recording_id_version_key" ON "recording_versions"("recording_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "login_queues_account_id_key_key" ON "login_queues"("account_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_sequence_key" ON "tasks"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_permit_job_id_key" ON "tasks"("permit_job_id");

-- CreateIndex
CREATE INDEX "tasks_account_id_sequence_idx" ON "tasks"("account_id", "sequence" DESC);

-- CreateIndex
CREATE INDEX "tasks_recording_id_idx" ON "tasks"("recording_id");

-- CreateIndex
CREATE UNIQUE INDEX "artifacts_object_key_key" ON "artifacts"("object_key");

-- CreateIndex
CREATE INDEX "artifacts_task_id_lease_epoch_idx" ON "artifacts"("task_id", "lease_epoch");

-- CreateIndex
CREATE INDEX "callback_deliveries_task_id_idx" ON "callback_deliveries"("task_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recording_versions" ADD CONSTRAINT "recording_versions_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_queues" ADD CONSTRAINT "login_queues_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_recording_version_id_fkey" FOREIGN KEY ("recording_version_id") REFERENCES "recording_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "steps" ADD CONSTRAINT "steps_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_outputs" ADD CONSTRAINT "task_outputs_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
