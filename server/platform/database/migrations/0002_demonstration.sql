CREATE TABLE "demonstration" (
	"id" smallint PRIMARY KEY NOT NULL,
	"state" text NOT NULL
);
