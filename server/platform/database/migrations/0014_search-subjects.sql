-- array_to_string() is only STABLE because of types that are written differently by time zone; text is not.
CREATE FUNCTION join_words(words text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT pg_catalog.array_to_string(words, ' ') $$;--> statement-breakpoint
ALTER TABLE "books" drop column "search_text";--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || author || ' ' || description || ' ' || join_words(categories))) STORED;--> statement-breakpoint
ALTER TABLE "podcasts" drop column "search_text";--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || host || ' ' || description || ' ' || join_words(categories))) STORED;--> statement-breakpoint
-- They went with the columns.
CREATE INDEX "books_search_text" ON "books" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "podcasts_search_text" ON "podcasts" USING gin ("search_text" gin_trgm_ops);
