-- Files that come with a task.
CREATE TABLE "input_files" (
    "task_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    CONSTRAINT "input_files_pkey" PRIMARY KEY ("task_id", "position")
);
ALTER TABLE "input_files" ADD CONSTRAINT "input_files_task_id_fkey"
    FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written before a request stores its first file, and deleted by the transaction that stores the rows of the files: so the
-- files of a request that failed or was cut off can be found and deleted. Takes the place of demo_uploads.
CREATE TABLE "pending_uploads" (
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "abandoned_at" TIMESTAMPTZ(3),
    CONSTRAINT "pending_uploads_pkey" PRIMARY KEY ("prefix")
);
INSERT INTO "pending_uploads" ("prefix", "created_at")
SELECT 'demos/' || "goal_id" || '/', "created_at" FROM "demo_uploads";
DROP TABLE "demo_uploads";
