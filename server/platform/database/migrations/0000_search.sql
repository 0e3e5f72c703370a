CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- How text is compared in searches: small letters, no accents, no apostrophes of any style.
-- unaccent() is only STABLE because its dictionary could be replaced; naming the dictionary makes it safe to index.
CREATE FUNCTION searchable(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(unaccent('unaccent'::regdictionary, translate(value, '''’‘ʼ`´', ''))) $$;
