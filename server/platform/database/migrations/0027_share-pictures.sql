CREATE TABLE "share_pictures" (
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"asset_id" text,
	"item_version" timestamp with time zone NOT NULL,
	"design" text NOT NULL,
	CONSTRAINT "share_pictures_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "share_pictures" ADD CONSTRAINT "share_pictures_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_pictures_asset" ON "share_pictures" USING btree ("asset_id");