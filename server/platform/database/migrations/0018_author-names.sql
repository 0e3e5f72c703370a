-- How names are compared: in small letters, and one space wherever there are any, of whatever kind. What counts as a space is written
-- out, since it depends on the server's locale otherwise.
CREATE FUNCTION name_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(btrim(regexp_replace(value, '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))) $$;--> statement-breakpoint
DROP INDEX "books_author";--> statement-breakpoint
CREATE INDEX "books_author" ON "books" USING btree (name_key("author"));