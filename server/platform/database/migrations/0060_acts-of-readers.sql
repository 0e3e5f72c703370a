ALTER TABLE "reading_places" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "reading_places" ADD COLUMN "acted_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "reading_places" SET "acted_at" = "saved_at";
