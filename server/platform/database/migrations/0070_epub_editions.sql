DROP INDEX "media_assets_pdf";--> statement-breakpoint
ALTER TABLE "editions" ALTER COLUMN "asset_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "media_assets_readable" ON "media_assets" USING btree ("created_at") WHERE "media_assets"."kind" in ('pdf', 'epub');