CREATE TABLE "site_sections" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"body" jsonb NOT NULL,
	"by" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_sections_section_version_pk" PRIMARY KEY("section","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "site_sections_draft" ON "site_sections" USING btree ("section") WHERE "site_sections"."state" = 'draft';