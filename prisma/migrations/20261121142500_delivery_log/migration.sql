-- What receivers answered, redelivery under the same id, and the secrets that callbacks are signed with.
ALTER TABLE "callback_deliveries" ADD COLUMN     "last_response" TEXT,
ADD COLUMN     "tries_before" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "signing_secrets" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "signing_secrets_account_id_idx" ON "signing_secrets"("account_id");

-- AddForeignKey
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An account has one current secret, also when two requests need its first one at once.
CREATE UNIQUE INDEX signing_secrets_current ON signing_secrets (account_id) WHERE expires_at IS NULL;
