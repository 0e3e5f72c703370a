DROP INDEX "books_best_selling";--> statement-breakpoint
DROP INDEX "books_free";--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "sort_id" text GENERATED ALWAYS AS (coalesce(publication_id, id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "is_listed" boolean GENERATED ALWAYS AS (state in ('published') and deleted_at is null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "sort_id" text GENERATED ALWAYS AS (coalesce(publication_id, id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "is_listed" boolean GENERATED ALWAYS AS (state in ('published') and deleted_at is null) STORED NOT NULL;--> statement-breakpoint
UPDATE "books" SET "published_at" = "created_at";--> statement-breakpoint
UPDATE "podcasts" SET "published_at" = "created_at";--> statement-breakpoint
CREATE INDEX "books_listed" ON "books" USING btree ("sort_id") WHERE "books"."is_listed";--> statement-breakpoint
CREATE INDEX "books_not_listed" ON "books" USING btree ("sort_id") WHERE not "books"."is_listed";--> statement-breakpoint
CREATE INDEX "books_scheduled" ON "books" USING btree ("publish_at") WHERE "books"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "books_deleted" ON "books" USING btree ("deleted_at") WHERE "books"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "podcasts_listed" ON "podcasts" USING btree ("sort_id") WHERE "podcasts"."is_listed";--> statement-breakpoint
CREATE INDEX "podcasts_not_listed" ON "podcasts" USING btree ("sort_id") WHERE not "podcasts"."is_listed";--> statement-breakpoint
CREATE INDEX "podcasts_scheduled" ON "podcasts" USING btree ("publish_at") WHERE "podcasts"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "podcasts_deleted" ON "podcasts" USING btree ("deleted_at") WHERE "podcasts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "books_best_selling" ON "books" USING btree ("units_sold","sort_id");--> statement-breakpoint
CREATE INDEX "books_free" ON "books" USING btree ("sort_id") WHERE "books"."price_minor" <= 0;