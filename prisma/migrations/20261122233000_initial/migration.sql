-- Tables, types and indexes. Functions and triggers are in prisma/functions and are applied after every migration
-- (`errand database migrate`). Below "What Prisma cannot express" is written by hand; the rest is generated.
-- Tables with a fill factor are updated in place (HOT): their counters and leases stay out of every index.

-- CreateEnum
CREATE TYPE "integration_kind" AS ENUM ('onepassword', 'aws_secrets_manager', 'mailbox', 'slack', 'sms');

-- CreateEnum
CREATE TYPE "secret_provider" AS ENUM ('onepassword', 'aws_secrets_manager');

-- CreateEnum
CREATE TYPE "api_key_scope" AS ENUM ('read', 'submit', 'author', 'admin', 'local_server');

-- CreateEnum
CREATE TYPE "session_state" AS ENUM ('busy', 'idle', 'closing');

-- CreateEnum
CREATE TYPE "task_status" AS ENUM ('queued', 'allocated', 'running', 'success', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "attempt_outcome" AS ENUM ('success', 'failed', 'cancelled', 'lost', 'released');

-- CreateEnum
CREATE TYPE "human_wait_outcome" AS ENUM ('resumed', 'timed_out', 'ended');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "view_mode" AS ENUM ('view', 'control');

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_tag" BIGINT NOT NULL DEFAULT -2147483648,
    "worker_label" TEXT,
    "storage_limit_bytes" BIGINT,
    "mails_per_day" INTEGER,
    "max_running" INTEGER,
    "max_minutes_per_day" INTEGER,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_counts" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "mail_counts_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateTable
CREATE TABLE "storage_uses" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "storage_uses_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "account_defaults" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "max_running" INTEGER,
    "max_minutes_per_day" INTEGER,

    CONSTRAINT "account_defaults_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_secrets" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integrations" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" "integration_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "secret_grants" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "provider" "secret_provider" NOT NULL,
    "vault" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "origins" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_grants_pkey" PRIMARY KEY ("id")
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
    "scopes" "api_key_scope"[] NOT NULL DEFAULT ARRAY['read', 'submit', 'author', 'admin', 'local_server']::"api_key_scope"[],

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
    "deleted_at" TIMESTAMPTZ(3),

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
    "restored_from" INTEGER,

    CONSTRAINT "recording_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "locator_proposals" (
    "id" UUID NOT NULL,
    "recording_version_id" UUID NOT NULL,
    "node_path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "failed_command" TEXT,
    "command" TEXT NOT NULL,
    "candidates" JSONB NOT NULL,
    "page_url" TEXT NOT NULL,
    "task_id" UUID,
    "times_seen" INTEGER NOT NULL DEFAULT 1,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "locator_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portals" (
    "id" SERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "max_parallelism" INTEGER,

    CONSTRAINT "portals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "warm_sessions" (
    "id" UUID NOT NULL,
    "portal_id" INTEGER NOT NULL,
    "login_queue_id" INTEGER NOT NULL,
    "worker_id" TEXT NOT NULL,
    "state" "session_state" NOT NULL,
    "task_id" UUID,
    "permit_tag" BIGINT,
    "idle_since" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warm_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "parked_permits" (
    "id" UUID NOT NULL,
    "portal_id" INTEGER,
    "login_queue_id" INTEGER,
    "task_id" UUID,
    "tag" BIGINT NOT NULL,
    "account_id" UUID,
    "parked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "parked_permits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "workers" (
    "id" TEXT NOT NULL,
    "version" TEXT,
    "slots" INTEGER,
    "labels" TEXT[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "screen_address" TEXT,
    "screen_key" TEXT,
    "pool_id" UUID,
    "pool_token_hash" BYTEA,
    "registration_id" UUID,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_queues" (
    "id" SERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "max_running" INTEGER NOT NULL DEFAULT 1,
    "waiting" INTEGER NOT NULL DEFAULT 0,
    "running" INTEGER NOT NULL DEFAULT 0,
    "issued" INTEGER NOT NULL DEFAULT 0,
    "portal_id" INTEGER NOT NULL,

    CONSTRAINT "login_queues_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);

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
    "max_parallelism" INTEGER,
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
    "retry_of" UUID,
    "portal_id" INTEGER NOT NULL,
    "goal" TEXT,
    "model_usage" JSONB,
    "is_local" BOOLEAN NOT NULL DEFAULT false,
    "error_http_status" INTEGER,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 80);

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
    "status_after" "task_status",
    "lease_secret_hash" BYTEA,
    "registration_id" UUID,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,
    "stored_files" INTEGER NOT NULL DEFAULT 0,
    "account_id" UUID,

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
    "means" JSONB,
    "details" JSONB,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("task_id","lease_epoch","sequence")
);

-- CreateTable
CREATE TABLE "human_waits" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "lease_epoch" INTEGER NOT NULL,
    "node_path" TEXT NOT NULL,
    "page_url" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "wait_until" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "human_wait_outcome",
    "resumed_by" UUID,
    "variable_names" TEXT[],
    "variables" TEXT,

    CONSTRAINT "human_waits_pkey" PRIMARY KEY ("task_id","id")
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
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "input_files" (
    "task_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,

    CONSTRAINT "input_files_pkey" PRIMARY KEY ("task_id","position")
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
    "secret_origin" TEXT NOT NULL DEFAULT 'delivery',
    "last_response" TEXT,
    "tries_before" INTEGER NOT NULL DEFAULT 0,
    "human_wait_id" UUID,

    CONSTRAINT "callback_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "task_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "demos" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "demos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_uploads" (
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "abandoned_at" TIMESTAMPTZ(3),
    "account_id" UUID,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "pending_uploads_pkey" PRIMARY KEY ("prefix")
);

-- CreateTable
CREATE TABLE "demo_files" (
    "demo_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "source_url" TEXT,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "object_key" TEXT NOT NULL,

    CONSTRAINT "demo_files_pkey" PRIMARY KEY ("demo_id","position")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "sql_functions" (
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sql_functions_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_name_key" ON "accounts"("name");

-- CreateIndex
CREATE INDEX "storage_uses_account_id_idx" ON "storage_uses"("account_id");

-- CreateIndex
CREATE INDEX "signing_secrets_account_id_idx" ON "signing_secrets"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "integrations_account_id_name_key" ON "integrations"("account_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "integrations_account_id_kind_subject_key" ON "integrations"("account_id", "kind", "subject");

-- CreateIndex
CREATE INDEX "secret_grants_account_id_idx" ON "secret_grants"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_account_id_name_key" ON "workspaces"("account_id", "name");

-- CreateIndex
CREATE INDEX "recordings_workspace_id_endpoint_name_idx" ON "recordings"("workspace_id", "endpoint_name");

-- CreateIndex
CREATE UNIQUE INDEX "recording_versions_recording_id_version_key" ON "recording_versions"("recording_id", "version");

-- CreateIndex
CREATE INDEX "locator_proposals_task_id_idx" ON "locator_proposals"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "locator_proposals_recording_version_id_node_path_command_key" ON "locator_proposals"("recording_version_id", "node_path", "command");

-- CreateIndex
CREATE UNIQUE INDEX "portals_account_id_origin_key" ON "portals"("account_id", "origin");

-- CreateIndex
CREATE UNIQUE INDEX "warm_sessions_task_id_key" ON "warm_sessions"("task_id");

-- CreateIndex
CREATE INDEX "warm_sessions_portal_id_idx" ON "warm_sessions"("portal_id");

-- CreateIndex
CREATE INDEX "warm_sessions_login_queue_id_idx" ON "warm_sessions"("login_queue_id");

-- CreateIndex
CREATE INDEX "warm_sessions_worker_id_idx" ON "warm_sessions"("worker_id");

-- CreateIndex
CREATE INDEX "parked_permits_portal_id_tag_idx" ON "parked_permits"("portal_id", "tag");

-- CreateIndex
CREATE INDEX "parked_permits_account_id_tag_idx" ON "parked_permits"("account_id", "tag");

-- CreateIndex
CREATE INDEX "parked_permits_login_queue_id_idx" ON "parked_permits"("login_queue_id");

-- CreateIndex
CREATE INDEX "parked_permits_task_id_idx" ON "parked_permits"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "worker_pools_name_key" ON "worker_pools"("name");

-- CreateIndex
CREATE UNIQUE INDEX "worker_pools_token_hash_key" ON "worker_pools"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "workers_token_hash_key" ON "workers"("token_hash");

-- CreateIndex
CREATE INDEX "workers_pool_id_idx" ON "workers"("pool_id");

-- CreateIndex
CREATE UNIQUE INDEX "login_queues_account_id_key_key" ON "login_queues"("account_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_sequence_key" ON "tasks"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_permit_job_id_key" ON "tasks"("permit_job_id");

-- CreateIndex
CREATE INDEX "tasks_account_id_status_created_at_id_idx" ON "tasks"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_account_id_endpoint_name_status_created_at_id_idx" ON "tasks"("account_id", "endpoint_name", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_recording_id_idx" ON "tasks"("recording_id");

-- CreateIndex
CREATE INDEX "attempts_account_id_allocated_at_idx" ON "attempts"("account_id", "allocated_at");

-- CreateIndex
CREATE UNIQUE INDEX "human_waits_task_id_number_key" ON "human_waits"("task_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "artifacts_object_key_key" ON "artifacts"("object_key");

-- CreateIndex
CREATE UNIQUE INDEX "artifacts_sequence_key" ON "artifacts"("sequence");

-- CreateIndex
CREATE INDEX "artifacts_task_id_lease_epoch_idx" ON "artifacts"("task_id", "lease_epoch");

-- CreateIndex
CREATE INDEX "callback_deliveries_task_id_idx" ON "callback_deliveries"("task_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "demos_account_id_idx" ON "demos"("account_id");

-- CreateIndex
CREATE INDEX "viewers_task_id_opened_at_idx" ON "viewers"("task_id", "opened_at");

-- AddForeignKey
ALTER TABLE "mail_counts" ADD CONSTRAINT "mail_counts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_uses" ADD CONSTRAINT "storage_uses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secret_grants" ADD CONSTRAINT "secret_grants_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "locator_proposals" ADD CONSTRAINT "locator_proposals_recording_version_id_fkey" FOREIGN KEY ("recording_version_id") REFERENCES "recording_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "locator_proposals" ADD CONSTRAINT "locator_proposals_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portals" ADD CONSTRAINT "portals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "warm_sessions" ADD CONSTRAINT "warm_sessions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parked_permits" ADD CONSTRAINT "parked_permits_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workers" ADD CONSTRAINT "workers_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "worker_pools"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_queues" ADD CONSTRAINT "login_queues_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_queues" ADD CONSTRAINT "login_queues_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_recording_id_fkey" FOREIGN KEY ("recording_id") REFERENCES "recordings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_recording_version_id_fkey" FOREIGN KEY ("recording_version_id") REFERENCES "recording_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_login_queue_id_fkey" FOREIGN KEY ("login_queue_id") REFERENCES "login_queues"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_portal_id_fkey" FOREIGN KEY ("portal_id") REFERENCES "portals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "steps" ADD CONSTRAINT "steps_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "human_waits" ADD CONSTRAINT "human_waits_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "human_waits" ADD CONSTRAINT "human_waits_resumed_by_fkey" FOREIGN KEY ("resumed_by") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_outputs" ADD CONSTRAINT "task_outputs_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "input_files" ADD CONSTRAINT "input_files_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "demos" ADD CONSTRAINT "demos_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "demo_files" ADD CONSTRAINT "demo_files_demo_id_fkey" FOREIGN KEY ("demo_id") REFERENCES "demos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express

-- Tag of the permit that was taken last. A sequence, because setval takes no row lock that all claims would share; a claim
-- that is rolled back raises it too, which costs the others no more than a turn. Tags are negated into the 32 bit
-- priority of pg-boss, so they count up from near its lower end.
CREATE SEQUENCE virtual_time MINVALUE -2147483648 MAXVALUE 2147483647 START -2147483647;

-- A permit is parked either at its portal or for its account.
ALTER TABLE parked_permits ADD CONSTRAINT parked_for_one CHECK (num_nonnulls(portal_id, account_id) = 1);

-- The best waiting task of a login queue.
CREATE INDEX tasks_waiting ON tasks (login_queue_id, (coalesce(priority, 2147483647)), sequence)
  WHERE status = 'queued' AND login_queue_id IS NOT NULL;

-- The held leases. Not on lease_expires_at: an indexed expiry would make every heartbeat write to all indexes.
CREATE INDEX tasks_held ON tasks (worker_id) WHERE status IN ('allocated', 'running');

-- What waits or runs at a portal. Few tasks are held, so they are counted here instead of in a counter.
CREATE INDEX tasks_of_portal ON tasks (portal_id, status) WHERE status IN ('queued', 'allocated', 'running');

-- Pages of the tasks of one login queue, one short scan for each status. Tasks without one cost nothing.
CREATE INDEX tasks_of_login_queue ON tasks (login_queue_id, status, created_at DESC, id DESC)
  WHERE login_queue_id IS NOT NULL;

-- The idle session whose turn it is.
CREATE INDEX warm_sessions_given ON warm_sessions (worker_id, permit_tag) WHERE permit_tag IS NOT NULL;

CREATE INDEX callback_deliveries_pending ON callback_deliveries (created_at) WHERE state = 'pending';

-- An account has one current secret, even when two requests ask for its first one at once.
CREATE UNIQUE INDEX signing_secrets_current ON signing_secrets (account_id) WHERE expires_at IS NULL;

-- A deleted recording stays for the history of its tasks; its endpoint name is free again.
CREATE UNIQUE INDEX recordings_endpoint_name ON recordings (account_id, endpoint_name) WHERE deleted_at IS NULL;

-- A task waits for one person at a time. Also finds the tasks that wait.
CREATE UNIQUE INDEX human_waits_open ON human_waits (task_id) WHERE ended_at IS NULL;

-- Viewers whose gateway may have died, and those old enough to be forgotten.
CREATE INDEX viewers_open ON viewers (task_id, lease_epoch) WHERE closed_at IS NULL;
CREATE INDEX viewers_closed ON viewers (closed_at) WHERE mode = 'view';

-- The limits of accounts that have none of their own: one row, see account_limit.
INSERT INTO account_defaults (id) VALUES (1);
