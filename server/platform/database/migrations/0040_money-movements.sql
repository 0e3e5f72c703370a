CREATE TABLE "money_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"detail" text
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "gateway_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "dated_at" timestamp with time zone;--> statement-breakpoint
UPDATE "receipts" SET "dated_at" = coalesce((SELECT paid_at FROM payment_attempts WHERE id = attempt_id), "issued_at");--> statement-breakpoint
-- Apps of the version before store receipts without it.
ALTER TABLE "receipts" ALTER COLUMN "dated_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "money_movements" ADD CONSTRAINT "money_movements_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_movements_attempt" ON "money_movements" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "money_movements_booked" ON "money_movements" USING btree ("booked_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_gateway_ids" ON "payment_attempts" USING gin ("gateway_ids");--> statement-breakpoint
CREATE TRIGGER money_movements_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "money_movements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();--> statement-breakpoint
UPDATE "payment_attempts" SET "gateway_ids" = ARRAY["gateway_reference"] WHERE "gateway_reference" IS NOT NULL;--> statement-breakpoint
-- Payments so far, and what went back of them, on the days on which that became known.
INSERT INTO "money_movements" ("id", "attempt_id", "kind", "amount_minor", "source", "at", "booked_at")
SELECT gen_random_uuid()::text, id, 'payment', amount_minor, 'payment', paid_at, paid_at FROM payment_attempts WHERE paid_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "money_movements" ("id", "attempt_id", "kind", "amount_minor", "source", "at", "booked_at")
SELECT gen_random_uuid()::text, attempt.id, CASE state WHEN 'refunded' THEN 'refund' ELSE 'chargeback' END, amount_minor,
  CASE event.cause WHEN 'admin' THEN 'admin' ELSE state END, event.at, event.at
FROM payment_attempts attempt CROSS JOIN LATERAL (
  SELECT at, cause FROM attempt_events WHERE attempt_id = attempt.id AND to_state = attempt.state ORDER BY at LIMIT 1
) event
WHERE state IN ('refunded', 'charged_back') AND paid_at IS NOT NULL;--> statement-breakpoint
-- Refunds that a gateway reported are read again: some may have failed since.
UPDATE payment_attempts SET next_check_at = now()
WHERE state IN ('refunded', 'charged_back') AND paid_at > now() - interval '180 days'
  AND EXISTS (SELECT FROM money_movements WHERE attempt_id = payment_attempts.id AND source IN ('refunded', 'charged_back'));
