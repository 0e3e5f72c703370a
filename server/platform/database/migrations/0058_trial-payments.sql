ALTER TABLE "payment_attempts" ADD COLUMN "trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Payments of the test gateway, and of Stripe's test keys, whose sessions are named so. Their receipts keep their numbers.
UPDATE "payment_attempts" SET "trial" = true WHERE "gateway" = 'sandbox' OR ("gateway" = 'stripe' AND "handle" ->> 'sessionId' LIKE 'cs\_test\_%');
