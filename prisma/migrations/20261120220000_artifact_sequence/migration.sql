-- Files are listed in the order in which they were announced. Ids do not keep it: several are made within a millisecond.
-- Rows of before get their numbers in the order of their time.
ALTER TABLE "artifacts" ADD COLUMN "sequence" BIGINT;
CREATE SEQUENCE "artifacts_sequence_seq" OWNED BY "artifacts"."sequence";
UPDATE "artifacts" a SET "sequence" = numbered.n
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM "artifacts") numbered
WHERE a.id = numbered.id;
SELECT setval('artifacts_sequence_seq', greatest((SELECT count(*) FROM "artifacts"), 1), (SELECT count(*) > 0 FROM "artifacts"));
ALTER TABLE "artifacts" ALTER COLUMN "sequence" SET DEFAULT nextval('artifacts_sequence_seq'), ALTER COLUMN "sequence" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "artifacts_sequence_key" ON "artifacts"("sequence");
