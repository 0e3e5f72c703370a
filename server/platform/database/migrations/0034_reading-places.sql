CREATE TABLE "reading_places" (
	"order_id" text PRIMARY KEY NOT NULL,
	"page" integer NOT NULL,
	"part" integer,
	"block" integer,
	"characters" integer,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
