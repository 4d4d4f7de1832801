-- SHA-256 of what every write of the attempt carries. Kept when the attempt is over: a report that comes again is told its
-- answer only with it. Null, and so for nobody, in attempts from before.
ALTER TABLE "attempts" ADD COLUMN "lease_secret_hash" BYTEA;
