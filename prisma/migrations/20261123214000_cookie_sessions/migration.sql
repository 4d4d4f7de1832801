SET lock_timeout = '2s';
CREATE TABLE "cookie_sessions" (
    "id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "cookie_sessions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "cookie_sessions_token_hash_key" ON "cookie_sessions"("token_hash");
CREATE INDEX "cookie_sessions_api_key_id_idx" ON "cookie_sessions"("api_key_id");
ALTER TABLE "cookie_sessions" ADD CONSTRAINT "cookie_sessions_api_key_id_fkey"
  FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
