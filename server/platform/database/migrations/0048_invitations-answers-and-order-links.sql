CREATE TABLE "admin_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"token_digest" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"email" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_entries" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_entries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"admin_name" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "requeues" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_invitations" ADD CONSTRAINT "admin_invitations_invited_by_admins_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_entries" ADD CONSTRAINT "message_entries_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_invitations_token" ON "admin_invitations" USING btree ("token_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_invitations_email" ON "admin_invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "admin_invitations_author" ON "admin_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "admin_invitations_expires" ON "admin_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_entries_message" ON "message_entries" USING btree ("message_id","number");--> statement-breakpoint
CREATE INDEX "message_entries_unsent" ON "message_entries" USING btree ("number") WHERE "message_entries"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "orders_client" ON "orders" USING btree ("client_digest","product","product_id");--> statement-breakpoint
CREATE INDEX "contact_messages_sender" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
UPDATE "admins" SET "last_sign_in_at" = "signed_in"."at" FROM (SELECT "admin_id", max("last_used_at") AS "at" FROM "known_origins" GROUP BY "admin_id") AS "signed_in" WHERE "signed_in"."admin_id" = "admins"."id";
