-- Earlier versions: work. They do not filter by language.
CREATE INDEX "books_language" ON "books" USING btree (split_part("language", '-', 1),"units_sold","sort_id");