CREATE TABLE "message_notices" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"mail_problem" text
);
--> statement-breakpoint
ALTER TABLE "order_notices" ADD COLUMN "mail_problem" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "mail_problem" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_entries" ADD COLUMN "mail_problem" text;--> statement-breakpoint
ALTER TABLE "message_notices" ADD CONSTRAINT "message_notices_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_notices_message" ON "message_notices" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_notices_unsent" ON "message_notices" USING btree ("number") WHERE "message_notices"."sent_at" is null;