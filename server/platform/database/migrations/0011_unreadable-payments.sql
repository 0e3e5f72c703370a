ALTER TABLE "payment_attempts" ADD COLUMN "unanswered_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "unreadable_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_attempts_unreadable" ON "payment_attempts" USING btree ("unreadable_since") WHERE "payment_attempts"."unreadable_since" is not null;