CREATE TABLE "order_notices" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"attempt_id" text,
	"amount_minor" bigint,
	"currency" text,
	"email" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "order_notices_unsent" ON "order_notices" USING btree ("number") WHERE "order_notices"."sent_at" is null;