-- Earlier versions: work. They do not search subjects. Each table is rewritten once; dropping a column drops its index.
ALTER TABLE "books"
  ADD COLUMN "subjects" text[] DEFAULT '{}' NOT NULL,
  DROP COLUMN "search_text",
  DROP COLUMN "search_vector",
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || author || ' ' || description || ' ' || join_words(categories) || ' ' || join_words(subjects))) STORED,
  ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(title, author || ' ' || join_words(categories) || ' ' || join_words(subjects), description)) STORED;
--> statement-breakpoint
ALTER TABLE "podcasts"
  ADD COLUMN "subjects" text[] DEFAULT '{}' NOT NULL,
  DROP COLUMN "search_text",
  DROP COLUMN "search_vector",
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || host || ' ' || description || ' ' || join_words(categories) || ' ' || join_words(subjects))) STORED,
  ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(title, host || ' ' || join_words(categories) || ' ' || join_words(subjects), description)) STORED;
--> statement-breakpoint
CREATE INDEX "books_search_text" ON "books" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_search_vector" ON "books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "podcasts_search_text" ON "podcasts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "podcasts_search_vector" ON "podcasts" USING gin ("search_vector");
