-- How many mails the service has sent for each account on a day (UTC).
CREATE TABLE "mail_counts" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "mail_counts_pkey" PRIMARY KEY ("account_id","day")
);
ALTER TABLE "mail_counts" ADD CONSTRAINT "mail_counts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "accounts" ADD COLUMN "mails_per_day" INTEGER;
