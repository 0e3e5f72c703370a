CREATE TABLE "podcast_feeds" (
	"path" text PRIMARY KEY NOT NULL,
	"guid" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "books_free" ON "books" USING btree ("id") WHERE "books"."price_minor" <= 0;