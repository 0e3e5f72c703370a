-- Earlier versions: work. They ignore the new column, whose default is off.
ALTER TABLE "books" ADD COLUMN "offer_epub" boolean DEFAULT false NOT NULL;