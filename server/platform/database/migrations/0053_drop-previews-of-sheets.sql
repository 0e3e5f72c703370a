-- Previews of pages that are parts of larger pages held the other parts. The app makes previews again after its start.
DELETE FROM "media_files" USING "media_assets" WHERE "media_assets"."id" = "media_files"."asset_id" AND "media_assets"."kind" = 'pdf' AND "media_files"."role" = 'preview';--> statement-breakpoint
UPDATE "catalogue_version" SET "version" = "version" + 1;
