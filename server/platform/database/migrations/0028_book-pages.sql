CREATE TABLE "book_page_pictures" (
	"file_key" text NOT NULL,
	"page" integer NOT NULL,
	"series" text NOT NULL,
	"pack_key" text,
	"pictures" jsonb NOT NULL,
	CONSTRAINT "book_page_pictures_file_key_page_series_pk" PRIMARY KEY("file_key","page","series")
);
--> statement-breakpoint
CREATE TABLE "book_page_sets" (
	"file_key" text PRIMARY KEY NOT NULL,
	"asset_id" text NOT NULL,
	"edition" integer NOT NULL,
	"state" text NOT NULL,
	"sizes" jsonb NOT NULL,
	"labels" jsonb,
	"outline" jsonb NOT NULL,
	"has_text" boolean NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_texts" (
	"file_key" text NOT NULL,
	"page" integer NOT NULL,
	"content" text NOT NULL,
	"runs" jsonb NOT NULL,
	"direction" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', searchable(content))) STORED,
	CONSTRAINT "page_texts_file_key_page_pk" PRIMARY KEY("file_key","page")
);
--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "derived_from" text;--> statement-breakpoint
ALTER TABLE "book_page_pictures" ADD CONSTRAINT "book_page_pictures_file_key_book_page_sets_file_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."book_page_sets"("file_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_page_sets" ADD CONSTRAINT "book_page_sets_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_texts" ADD CONSTRAINT "page_texts_file_key_book_page_sets_file_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."book_page_sets"("file_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_page_sets_asset" ON "book_page_sets" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "page_texts_search" ON "page_texts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "media_assets_pdf" ON "media_assets" USING btree ("created_at") WHERE "media_assets"."kind" = 'pdf';--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_derived_from_unique" UNIQUE("derived_from");