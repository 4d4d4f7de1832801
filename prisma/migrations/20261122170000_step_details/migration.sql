-- What a step waited for, the HTTP status of its page, the dialogs it answered; with their wire names.
ALTER TABLE "steps" ADD COLUMN "details" JSONB;
