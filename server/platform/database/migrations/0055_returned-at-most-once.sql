-- Refunds recorded by hand and a later chargeback were booked together, and could exceed the payment. The excess of the latest chargeback, or
-- else of the latest refund, is booked back.
INSERT INTO "money_movements" ("id", "attempt_id", "kind", "amount_minor", "source", "at", "booked_at")
SELECT gen_random_uuid()::text, total.attempt_id, last.kind, -least(total.excess, last.amount), last.source, now(), now()
FROM (
  SELECT attempt_id,
    sum(amount_minor) FILTER (WHERE kind <> 'payment') - coalesce(sum(amount_minor) FILTER (WHERE kind = 'payment'), 0) AS excess
  FROM money_movements GROUP BY attempt_id
) total CROSS JOIN LATERAL (
  SELECT kind, source, sum(amount_minor) AS amount FROM money_movements
  WHERE attempt_id = total.attempt_id AND kind <> 'payment'
  GROUP BY kind, source HAVING sum(amount_minor) > 0 ORDER BY kind = 'chargeback' DESC, max(at) DESC LIMIT 1
) last
WHERE total.excess > 0;
