-- How names are compared: also without invisible characters, with one kind of hyphen, and with the small letters ß as ss and ς as σ.
DROP INDEX "books_author";--> statement-breakpoint
DROP INDEX "authors_name";--> statement-breakpoint
CREATE OR REPLACE FUNCTION name_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT replace(translate(lower(btrim(regexp_replace(
    regexp_replace(normalize(translate(value, '’‘ʼ`´′', ''''''''''''''), NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    '[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))), '‐‒–ς', '---σ'), 'ß', 'ss') $$;--> statement-breakpoint
CREATE INDEX "books_author" ON "books" USING btree (name_key("author"));--> statement-breakpoint
CREATE INDEX "authors_name" ON "authors" USING btree (name_key("name"));
