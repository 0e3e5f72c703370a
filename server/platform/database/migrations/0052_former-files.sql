CREATE TABLE "former_files" (
	"asset_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"field" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_files" ADD CONSTRAINT "former_files_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_files_item" ON "former_files" USING btree ("kind","item_id");--> statement-breakpoint
CREATE INDEX "former_files_replaced" ON "former_files" USING btree ("replaced_at");