CREATE INDEX "page_texts_eighth" ON "page_texts" USING gin ("search") WHERE (hashtext("page_texts"."file_key")::bigint + "page_texts"."page") % 8 = 0;--> statement-breakpoint
CREATE INDEX "page_texts_sixty_fourth" ON "page_texts" USING gin ("search") WHERE (hashtext("page_texts"."file_key")::bigint + "page_texts"."page") % 64 = 0;--> statement-breakpoint
-- At most so many pages that match, of about as many as are asked for. The index of all pages is read in full for every word, which takes
-- a third of a second when a million pages have it. So the words are looked for on every 64th page first: what has enough of them there
-- has enough in all; what has some is looked for on every 8th page; only what is rare, and soon found, on all. Words that must not be there
-- don't help an index, so they don't count as rare. Always by an index, and words that must follow each other are compared last.
CREATE FUNCTION find_matching_pages(query tsquery, most integer) RETURNS TABLE (file_key text, page integer, search tsvector)
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  SET enable_seqscan = off
  AS $$
    WITH asked AS MATERIALIZED (
      SELECT words, querytree(words)::tsquery AS required
      FROM (SELECT regexp_replace(query::text, '<(->|[0-9]+>)', '&', 'g')::tsquery AS words) AS loosened
      WHERE querytree(words) NOT IN ('', 'T')
    ),
    sampled AS MATERIALIZED (
      SELECT texts.file_key, texts.page, texts.search FROM page_texts AS texts
      WHERE (hashtext(texts.file_key)::bigint + texts.page) % 64 = 0 AND texts.search @@ (SELECT required FROM asked)
      LIMIT most
    ),
    found AS MATERIALIZED (
      SELECT sampled.* FROM sampled WHERE sampled.search @@ (SELECT words FROM asked)
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
    SELECT * FROM candidates WHERE candidates.search @@ query
  $$;
