-- The previews of drafts, withdrawn and deleted items were readable by the server only. A preview link opens those of drafts.
UPDATE "media_files" SET "audience" = 'owners' WHERE "role" = 'preview' AND "audience" = 'nobody';
