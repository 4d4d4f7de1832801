CREATE TYPE "secret_provider" AS ENUM ('onepassword', 'aws_secrets_manager');

CREATE TABLE "secret_grants" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "provider" "secret_provider" NOT NULL,
    "vault" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "origins" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "secret_grants_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "secret_grants_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "secret_grants_account_id_idx" ON "secret_grants"("account_id");
