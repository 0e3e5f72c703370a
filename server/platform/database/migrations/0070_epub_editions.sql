-- Earlier versions: refused. They require the PDF of each book, which a book with an EPUB may lack.
CREATE OR REPLACE FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 70';--> statement-breakpoint
DROP INDEX "media_assets_pdf";--> statement-breakpoint
ALTER TABLE "editions" ALTER COLUMN "asset_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "media_assets_readable" ON "media_assets" USING btree ("created_at") WHERE "media_assets"."kind" in ('pdf', 'epub');