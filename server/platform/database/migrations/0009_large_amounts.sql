-- The triggers name the columns, which can’t change under them.
DROP TRIGGER orders_quote ON "orders";--> statement-breakpoint
DROP TRIGGER payment_attempts_quote ON "payment_attempts";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "amount_minor" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "amount_minor" SET DATA TYPE bigint;--> statement-breakpoint
CREATE TRIGGER orders_quote BEFORE UPDATE ON "orders" FOR EACH ROW
  WHEN ((OLD.client_digest, OLD.product, OLD.product_id, OLD.title, OLD.currency, OLD.amount_minor, OLD.price_minor, OLD.rate_scaled, OLD.rate_as_of, OLD.created_at)
    IS DISTINCT FROM (NEW.client_digest, NEW.product, NEW.product_id, NEW.title, NEW.currency, NEW.amount_minor, NEW.price_minor, NEW.rate_scaled, NEW.rate_as_of, NEW.created_at))
  EXECUTE FUNCTION refuse_new_quote();--> statement-breakpoint
CREATE TRIGGER payment_attempts_quote BEFORE UPDATE ON "payment_attempts" FOR EACH ROW
  WHEN ((OLD.order_id, OLD.client_digest, OLD.product, OLD.product_id, OLD.currency, OLD.amount_minor, OLD.gateway, OLD.method, OLD.reference)
    IS DISTINCT FROM (NEW.order_id, NEW.client_digest, NEW.product, NEW.product_id, NEW.currency, NEW.amount_minor, NEW.gateway, NEW.method, NEW.reference))
  EXECUTE FUNCTION refuse_new_quote();