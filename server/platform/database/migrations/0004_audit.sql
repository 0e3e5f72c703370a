CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" text,
	"admin_name" text,
	"address" text,
	"noun" text NOT NULL,
	"verb" text NOT NULL,
	"subject_id" text,
	"subject_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	"search_name" text GENERATED ALWAYS AS (searchable(coalesce(admin_name, '') || ' ' || subject_name)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(coalesce(admin_name, '') || ' ' || subject_name || ' ' || coalesce(address, ''))) STORED
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_admin" ON "audit_entries" USING btree ("admin_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_noun" ON "audit_entries" USING btree ("noun","id");--> statement-breakpoint
CREATE INDEX "audit_entries_search_name" ON "audit_entries" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_search_text" ON "audit_entries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
-- The record is only ever added to.
CREATE FUNCTION refuse_to_rewrite() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION '% is kept for good: rows are neither changed nor removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege'; END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();
