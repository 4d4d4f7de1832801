-- A mail that asks for a person, where other deliveries tell of the end of a task.
ALTER TABLE "callback_deliveries" ADD COLUMN     "human_wait_id" UUID;
