-- How names are compared: compatible characters (NFKC) in small letters, one kind of apostrophe, and one space wherever there are any, of
-- whatever kind. What counts as a space is written out, since it depends on the server's locale otherwise.
DROP INDEX "books_author";--> statement-breakpoint
DROP INDEX "authors_name";--> statement-breakpoint
CREATE OR REPLACE FUNCTION name_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(btrim(regexp_replace(
    normalize(translate(value, '’‘ʼ`´′', ''''''''''''''), NFKC),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))) $$;--> statement-breakpoint
-- Text that was stored before it was normalized.
UPDATE "authors" SET "name" = normalize("name"), "bio" = normalize("bio") WHERE "name" || "bio" IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "books" SET "title" = normalize("title"), "author" = normalize("author"), "description" = normalize("description"),
  "categories" = array(SELECT normalize(category) FROM unnest("categories") WITH ORDINALITY AS entry (category, place) ORDER BY place)
  WHERE "title" || "author" || "description" || join_words("categories") IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "podcasts" SET "title" = normalize("title"), "host" = normalize("host"), "description" = normalize("description"),
  "categories" = array(SELECT normalize(category) FROM unnest("categories") WITH ORDINALITY AS entry (category, place) ORDER BY place)
  WHERE "title" || "host" || "description" || join_words("categories") IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "admins" SET "firstname" = normalize("firstname"), "lastname" = normalize("lastname")
  WHERE "firstname" || "lastname" IS NOT NORMALIZED;--> statement-breakpoint
CREATE INDEX "books_author" ON "books" USING btree (name_key("author"));--> statement-breakpoint
CREATE INDEX "authors_name" ON "authors" USING btree (name_key("name"));
