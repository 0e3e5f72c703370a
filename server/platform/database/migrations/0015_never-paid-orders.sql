CREATE INDEX "orders_unused" ON "orders" USING btree ("created_at") WHERE "orders"."email" is null;--> statement-breakpoint
-- What was said about a payment is kept for good once money was seen for it, or could still be.
CREATE FUNCTION refuse_to_forget_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payment_attempts
    WHERE id = OLD.attempt_id
      AND (
        state NOT IN ('failed', 'cancelled', 'expired') OR paid_at IS NOT NULL OR next_check_at IS NOT NULL
        OR EXISTS (SELECT FROM refunds_due WHERE attempt_id = OLD.attempt_id)
      )
  ) THEN
    RAISE EXCEPTION '% is kept for good: rows about money are neither changed nor removed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
DROP TRIGGER attempt_events_kept ON "attempt_events";--> statement-breakpoint
DROP TRIGGER gateway_messages_kept ON "gateway_messages";--> statement-breakpoint
CREATE TRIGGER attempt_events_kept BEFORE UPDATE OR TRUNCATE ON "attempt_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();--> statement-breakpoint
CREATE TRIGGER gateway_messages_kept BEFORE UPDATE OR TRUNCATE ON "gateway_messages" FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();--> statement-breakpoint
CREATE TRIGGER attempt_events_of_money BEFORE DELETE ON "attempt_events" FOR EACH ROW EXECUTE FUNCTION refuse_to_forget_money();--> statement-breakpoint
CREATE TRIGGER gateway_messages_of_money BEFORE DELETE ON "gateway_messages" FOR EACH ROW EXECUTE FUNCTION refuse_to_forget_money();
