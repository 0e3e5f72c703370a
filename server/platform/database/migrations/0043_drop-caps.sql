-- Texts of pages on which a drop cap is separated from its word, as in "W here I grew up", are read again. The background rendering reads
-- missing texts of books that are being made.
WITH torn AS (
  DELETE FROM "page_texts" WHERE "content" ~ '(^|[[:space:]“"‘«])[B-HJ-Z] [[:lower:]]{2}' RETURNING "file_key"
)
UPDATE "book_page_sets" SET "state" = 'making'
WHERE "state" = 'complete' AND "file_key" IN (SELECT "file_key" FROM torn);
