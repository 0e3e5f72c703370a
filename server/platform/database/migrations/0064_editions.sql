-- Earlier versions: refused. They read the files of books and episodes from columns, which become rows of a table.
CREATE OR REPLACE FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 64';--> statement-breakpoint
CREATE TABLE "editions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"format" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"asset_id" text NOT NULL
);
--> statement-breakpoint
INSERT INTO "editions" ("id", "kind", "item_id", "format", "asset_id")
  SELECT gen_random_uuid(), 'book', "id", 'pdf', "pdf_id" FROM "books"
  UNION ALL SELECT gen_random_uuid(), 'podcast', "id", 'audio', "audio_id" FROM "podcasts";
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT "books_pdf_id_media_assets_id_fk";
--> statement-breakpoint
ALTER TABLE "podcasts" DROP CONSTRAINT "podcasts_audio_id_media_assets_id_fk";
--> statement-breakpoint
DROP INDEX "books_pdf";--> statement-breakpoint
DROP INDEX "former_files_item";--> statement-breakpoint
DROP INDEX "podcasts_audio";--> statement-breakpoint
ALTER TABLE "former_files" ADD COLUMN "edition_id" text;--> statement-breakpoint
UPDATE "former_files" SET "edition_id" = "editions"."id" FROM "editions"
  WHERE "editions"."item_id" = "former_files"."item_id" AND "editions"."kind" = "former_files"."kind";--> statement-breakpoint
ALTER TABLE "former_files" ALTER COLUMN "edition_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "editions_item" ON "editions" USING btree ("item_id","kind","format","position");--> statement-breakpoint
CREATE INDEX "editions_asset" ON "editions" USING btree ("asset_id");--> statement-breakpoint
ALTER TABLE "former_files" ADD CONSTRAINT "former_files_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_files_edition" ON "former_files" USING btree ("edition_id");--> statement-breakpoint
ALTER TABLE "books" DROP COLUMN "pdf_id";--> statement-breakpoint
ALTER TABLE "former_files" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "former_files" DROP COLUMN "item_id";--> statement-breakpoint
ALTER TABLE "former_files" DROP COLUMN "field";--> statement-breakpoint
ALTER TABLE "podcasts" DROP COLUMN "audio_id";