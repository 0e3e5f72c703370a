CREATE TABLE "media_store" (
	"id" smallint PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL
);
