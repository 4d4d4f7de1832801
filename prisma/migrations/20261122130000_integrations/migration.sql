CREATE TYPE "integration_kind" AS ENUM ('onepassword', 'aws_secrets_manager', 'mailbox', 'slack', 'sms');

CREATE TABLE "integrations" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" "integration_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "integrations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "integrations_account_id_name_key" ON "integrations"("account_id", "name");
CREATE UNIQUE INDEX "integrations_account_id_kind_subject_key" ON "integrations"("account_id", "kind", "subject");
