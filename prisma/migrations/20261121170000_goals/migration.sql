-- What a task of the older interface is to reach, in words; it runs an agent in place of the recording's steps.
ALTER TABLE "tasks" ADD COLUMN     "goal" TEXT;

-- A page with files of the older interface. The files are in object storage.
CREATE TABLE "demos" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "demos_pkey" PRIMARY KEY ("id")
);

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

CREATE INDEX "demos_account_id_idx" ON "demos"("account_id");

ALTER TABLE "demos" ADD CONSTRAINT "demos_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "demo_files" ADD CONSTRAINT "demo_files_demo_id_fkey" FOREIGN KEY ("demo_id") REFERENCES "demos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
