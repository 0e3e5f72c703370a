-- Text with accents, as ts_headline() marks it: the vectors hold words without.
CREATE TEXT SEARCH CONFIGURATION english_unaccent (COPY = pg_catalog.english);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION english_unaccent ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;
--> statement-breakpoint
-- The words of an item: its name counts most, then who made it and its categories, then its description.
CREATE FUNCTION search_vector(name text, beside text, description text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT setweight(to_tsvector('english', searchable(name)), 'A')
      || setweight(to_tsvector('english', searchable(beside)), 'B')
      || setweight(to_tsvector('english', searchable(description)), 'D')
  $$;
--> statement-breakpoint
CREATE TABLE "transcript_passages" (
	"podcast_id" text NOT NULL,
	"position" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"content" text NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', searchable(content))) STORED,
	CONSTRAINT "transcript_passages_podcast_id_position_pk" PRIMARY KEY("podcast_id","position")
);
--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(name, '', bio)) STORED;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(title, author || ' ' || join_words(categories), description)) STORED;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (search_vector(title, host || ' ' || join_words(categories), description)) STORED;--> statement-breakpoint
ALTER TABLE "transcript_passages" ADD CONSTRAINT "transcript_passages_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_passages_search_vector" ON "transcript_passages" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "authors_search_vector" ON "authors" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "books_search_vector" ON "books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "podcasts_search_vector" ON "podcasts" USING gin ("search_vector");
--> statement-breakpoint
INSERT INTO "transcript_passages" ("podcast_id", "position", "start_ms", "end_ms", "content")
  SELECT podcast_id, greatest(end_ms - 1, 0) / 20000, min(start_ms), max(end_ms), string_agg(text, ' ' ORDER BY position)
  FROM transcript_cues GROUP BY 1, 2;
--> statement-breakpoint
-- At most so many pages that match. Always by the index: the planner takes a word to be spread over all pages, and would read most of
-- them for one that only the last book has. Words that must follow each other are compared on so many pages at most, too.
CREATE FUNCTION find_page_texts(query tsquery, most integer) RETURNS TABLE (file_key text, page integer, search tsvector)
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  SET enable_seqscan = off
  AS $$
    SELECT candidates.file_key, candidates.page, candidates.search
    FROM (
      SELECT texts.file_key, texts.page, texts.search FROM page_texts AS texts
      WHERE texts.search @@ regexp_replace(query::text, '<(->|[0-9]+>)', '&', 'g')::tsquery AND querytree(query) NOT IN ('', 'T')
      LIMIT most
    ) AS candidates
    WHERE candidates.search @@ query
  $$;
