CREATE TABLE "item_slugs" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"item_id" text,
	"is_current" boolean NOT NULL,
	CONSTRAINT "item_slugs_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "item_slugs_current" ON "item_slugs" USING btree ("kind","item_id") WHERE "item_slugs"."is_current";