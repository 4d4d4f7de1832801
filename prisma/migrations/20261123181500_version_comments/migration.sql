-- Why a version was made, and the name that its API key had.
ALTER TABLE "recording_versions" ADD COLUMN "comment" TEXT, ADD COLUMN "created_by" TEXT;
