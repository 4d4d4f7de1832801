-- Written before the first file of a goal is stored and gone with the row of the goal, so that the files of a request that
-- was cut off can be found and deleted.
CREATE TABLE "demo_uploads" (
    "goal_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "demo_uploads_pkey" PRIMARY KEY ("goal_id")
);
