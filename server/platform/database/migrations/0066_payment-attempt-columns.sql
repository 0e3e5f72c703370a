-- Earlier versions: refused. They read the columns by their former names.
CREATE OR REPLACE FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 66';--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME COLUMN "address" TO "page_url";--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME COLUMN "hinted" TO "notified";
