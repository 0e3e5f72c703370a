-- Earlier versions: work. They neither return nor search the new columns. The table of books is rewritten once; dropping a column drops its index.
ALTER TABLE "books"
  ADD COLUMN "subtitle" text DEFAULT '' NOT NULL,
  ADD COLUMN "contributors" jsonb DEFAULT '[]'::jsonb NOT NULL,
  ADD COLUMN "language" text,
  ADD COLUMN "isbn" text,
  ADD COLUMN "publisher" text DEFAULT '' NOT NULL,
  ADD COLUMN "published_year" smallint,
  ADD COLUMN "edition_statement" text DEFAULT '' NOT NULL,
  ADD COLUMN "rights" text DEFAULT '' NOT NULL,
  ADD COLUMN "series" text DEFAULT '' NOT NULL,
  ADD COLUMN "series_slug" text,
  ADD COLUMN "series_number" real,
  ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL,
  DROP COLUMN "search_text",
  DROP COLUMN "search_vector";
--> statement-breakpoint
ALTER TABLE "books"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || subtitle || ' ' || author || ' ' || jsonb_path_query_array(contributors, '$.name')::text || ' ' || series || ' ' || coalesce(isbn, '') || ' ' || description || ' ' || join_words(categories) || ' ' || join_words(subjects))) STORED,
  ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(title || ' ' || subtitle, author || ' ' || jsonb_path_query_array(contributors, '$.name')::text || ' ' || series || ' ' || coalesce(isbn, '') || ' ' || join_words(categories) || ' ' || join_words(subjects), description)) STORED;
--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "language" text, ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "photo_alt" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "books_search_text" ON "books" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_vector" ON "books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "books_series" ON "books" USING btree ("series_slug", coalesce("series_number", 10000), "sort_id");
