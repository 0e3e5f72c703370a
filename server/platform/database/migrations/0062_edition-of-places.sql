-- Earlier versions: work. They store positions without an edition.
ALTER TABLE "reading_places" ADD COLUMN "edition" text;
