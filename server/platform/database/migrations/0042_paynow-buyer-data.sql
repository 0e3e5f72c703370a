-- Removes data about the buyer from Paynow's messages (masked card, name, token), as the app does before it stores new ones.
ALTER TABLE "gateway_messages" DISABLE TRIGGER "gateway_messages_kept";--> statement-breakpoint
UPDATE "gateway_messages" SET "body" = (
  SELECT coalesce(string_agg(pair, '&' ORDER BY position), '')
  FROM unnest(string_to_array(btrim("body", E' \t\r\n'), '&')) WITH ORDINALITY AS pairs (pair, position)
  WHERE lower(btrim(split_part(pair, '=', 1), E' \t\r\n')) IN (
    'reference', 'paynowreference', 'merchanttrace', 'amount', 'status', 'error', 'instructions', 'browserurl', 'pollurl', 'hash'
  )
) WHERE "gateway" = 'paynow';--> statement-breakpoint
ALTER TABLE "gateway_messages" ENABLE TRIGGER "gateway_messages_kept";
