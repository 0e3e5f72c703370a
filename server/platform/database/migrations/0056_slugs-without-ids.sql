-- A slug with the form of an id took over the URLs of the item with this id. Slugs that are the id of any item, also of a sold one that was
-- deleted, are removed; others become former slugs, which redirect. The startup adds a slug to items without one.
DELETE FROM item_slugs
WHERE slug ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  AND (slug = item_id
    OR EXISTS (SELECT FROM books WHERE id = slug) OR EXISTS (SELECT FROM podcasts WHERE id = slug)
    OR EXISTS (SELECT FROM authors WHERE id = slug) OR EXISTS (SELECT FROM orders WHERE product_id = slug));--> statement-breakpoint
UPDATE item_slugs SET is_current = false WHERE is_current AND slug ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
