CREATE TABLE "search_words" (
	"word" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_word" ON "search_words" USING hash ("word");--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION words_of(content text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT DISTINCT word FROM regexp_split_to_table(content, '[^[:alnum:]]+') AS word WHERE length(word) BETWEEN 3 AND 40 $$;
--> statement-breakpoint
-- The words of the texts of an item that are not known yet. No word is unique, since two publications of the same new word would wait for
-- each other; each stores it then.
CREATE FUNCTION keep_search_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND NEW.search_text = OLD.search_text THEN RETURN NULL; END IF;
    INSERT INTO search_words (word)
      SELECT word FROM words_of(NEW.search_text) AS word
      WHERE NOT EXISTS (SELECT FROM search_words AS known WHERE known.word = word.word);
    RETURN NULL;
  END $$;
--> statement-breakpoint
CREATE TRIGGER books_search_words AFTER INSERT OR UPDATE ON "books" FOR EACH ROW EXECUTE FUNCTION keep_search_words();--> statement-breakpoint
CREATE TRIGGER podcasts_search_words AFTER INSERT OR UPDATE ON "podcasts" FOR EACH ROW EXECUTE FUNCTION keep_search_words();--> statement-breakpoint
CREATE TRIGGER authors_search_words AFTER INSERT OR UPDATE ON "authors" FOR EACH ROW EXECUTE FUNCTION keep_search_words();
--> statement-breakpoint
INSERT INTO "search_words" ("word")
  SELECT DISTINCT word
  FROM (SELECT search_text FROM books UNION ALL SELECT search_text FROM podcasts UNION ALL SELECT search_text FROM authors) AS texts,
    words_of(search_text) AS word;
--> statement-breakpoint
-- The most similar words that are known. Always by an index: the planner takes comparing two words for cheap.
CREATE FUNCTION similar_words(asked text, most integer) RETURNS TABLE (word text)
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  ROWS 10
  SET enable_seqscan = off
  SET pg_trgm.similarity_threshold = 0.3
  AS $$
    SELECT word FROM search_words WHERE search_words.word % asked
    GROUP BY word ORDER BY similarity(word, asked) DESC, word LIMIT most
  $$;
--> statement-breakpoint
-- The function of before, without comparing the words of a page again that its index has found: only exclusions and quotations leave
-- something to compare. Reading the words of a page takes as long as ranking it.
CREATE OR REPLACE FUNCTION find_matching_pages(query tsquery, most integer) RETURNS TABLE (file_key text, page integer, search tsvector)
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  ROWS 500
  SET enable_seqscan = off
  AS $$
    WITH asked AS MATERIALIZED (
      SELECT words, required, required = words AS requires_all, required = query AS is_plain
      FROM (
        SELECT words, querytree(words)::tsquery AS required
        FROM (SELECT regexp_replace(query::text, '<(->|[0-9]+>)', '&', 'g')::tsquery AS words) AS loosened
        WHERE querytree(words) NOT IN ('', 'T')
      ) AS each
    ),
    sampled AS MATERIALIZED (
      SELECT texts.file_key, texts.page, texts.search FROM page_texts AS texts
      WHERE (hashtext(texts.file_key)::bigint + texts.page) % 64 = 0 AND texts.search @@ (SELECT required FROM asked)
      LIMIT most
    ),
    found AS MATERIALIZED (
      SELECT sampled.* FROM sampled WHERE (SELECT requires_all FROM asked) OR sampled.search @@ (SELECT words FROM asked)
    ),
    counted AS MATERIALIZED (
      SELECT (SELECT count(*) FROM found) >= most AS is_enough, (SELECT count(*) FROM sampled) * 8 >= most AS is_frequent
    ),
    candidates AS (
      SELECT found.* FROM found WHERE (SELECT is_enough FROM counted)
      UNION ALL (
        SELECT texts.file_key, texts.page, texts.search FROM page_texts AS texts
        WHERE (SELECT is_frequent AND NOT is_enough FROM counted)
          AND (hashtext(texts.file_key)::bigint + texts.page) % 8 = 0 AND texts.search @@ (SELECT words FROM asked)
        LIMIT most
      )
      UNION ALL (
        SELECT texts.file_key, texts.page, texts.search FROM page_texts AS texts
        WHERE (SELECT NOT is_frequent FROM counted) AND texts.search @@ (SELECT words FROM asked)
        LIMIT most
      )
    )
    SELECT * FROM candidates WHERE (SELECT is_plain FROM asked) OR candidates.search @@ query
  $$;
