CREATE TABLE "entitlements" (
	"id" text PRIMARY KEY NOT NULL,
	"client_digest" text NOT NULL,
	"product" text NOT NULL,
	"product_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" text PRIMARY KEY NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"id" text NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_digest" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bio" text NOT NULL,
	"social_links" jsonb NOT NULL,
	"photo_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_name" text GENERATED ALWAYS AS (searchable(name)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(name || ' ' || bio)) STORED
);
--> statement-breakpoint
CREATE TABLE "books" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"description" text NOT NULL,
	"price_minor" integer NOT NULL,
	"categories" text[] NOT NULL,
	"cover_id" text NOT NULL,
	"pdf_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_name" text GENERATED ALWAYS AS (searchable(title || ' ' || author)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || author || ' ' || description)) STORED
);
--> statement-breakpoint
CREATE TABLE "podcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"host" text NOT NULL,
	"description" text NOT NULL,
	"duration" text NOT NULL,
	"price_minor" integer NOT NULL,
	"categories" text[] NOT NULL,
	"cover_id" text NOT NULL,
	"audio_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_name" text GENERATED ALWAYS AS (searchable(title || ' ' || host)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || host || ' ' || description)) STORED
);
--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_assets" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"asset_id" text NOT NULL,
	"key" text NOT NULL,
	"role" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"audience" text NOT NULL,
	CONSTRAINT "media_files_asset_id_key_role_pk" PRIMARY KEY("asset_id","key","role")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_photo_id_media_assets_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_cover_id_media_assets_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_pdf_id_media_assets_id_fk" FOREIGN KEY ("pdf_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_cover_id_media_assets_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_audio_id_media_assets_id_fk" FOREIGN KEY ("audio_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_active" ON "entitlements" USING btree ("client_digest","product","product_id") WHERE "entitlements"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "login_attempts_key" ON "login_attempts" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "login_attempts_id" ON "login_attempts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "authors_name" ON "authors" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "authors_search_name" ON "authors" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "authors_search_text" ON "authors" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "authors_photo" ON "authors" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "books_author" ON "books" USING btree (lower("author"));--> statement-breakpoint
CREATE INDEX "books_categories" ON "books" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "books_search_name" ON "books" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_text" ON "books" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_cover" ON "books" USING btree ("cover_id");--> statement-breakpoint
CREATE INDEX "books_pdf" ON "books" USING btree ("pdf_id");--> statement-breakpoint
CREATE INDEX "podcasts_categories" ON "podcasts" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "podcasts_search_name" ON "podcasts" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "podcasts_search_text" ON "podcasts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "podcasts_cover" ON "podcasts" USING btree ("cover_id");--> statement-breakpoint
CREATE INDEX "podcasts_audio" ON "podcasts" USING btree ("audio_id");--> statement-breakpoint
CREATE INDEX "media_files_key" ON "media_files" USING btree ("key");--> statement-breakpoint
INSERT INTO "catalogue_version" ("id", "version") VALUES (1, 1);
