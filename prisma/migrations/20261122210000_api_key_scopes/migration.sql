CREATE TYPE "api_key_scope" AS ENUM ('read', 'submit', 'author', 'admin', 'local_server');

-- Keys from before may do everything in their account, and so may those of a control plane that knows no scopes yet.
ALTER TABLE "api_keys"
    ADD COLUMN "scopes" "api_key_scope"[] NOT NULL DEFAULT ARRAY['read', 'submit', 'author', 'admin', 'local_server']::"api_key_scope"[];
