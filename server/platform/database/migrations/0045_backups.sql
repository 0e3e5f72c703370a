CREATE TABLE "backups" (
	"finished_at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL,
	"version" text NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL
);
