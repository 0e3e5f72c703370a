CREATE TABLE "attempt_events" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "gateway_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"gateway" text NOT NULL,
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_grants" (
	"order_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"by" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_holders" (
	"order_id" text NOT NULL,
	"client_digest" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_holders_order_id_client_digest_pk" PRIMARY KEY("order_id","client_digest")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"client_digest" text,
	"product" text NOT NULL,
	"product_id" text NOT NULL,
	"title" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"price_minor" integer NOT NULL,
	"rate_scaled" bigint,
	"rate_as_of" timestamp with time zone,
	"rate_source" text,
	"email" text,
	"return_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"search_name" text GENERATED ALWAYS AS (searchable(title)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(title || ' ' || coalesce(email, '') || ' ' || id)) STORED
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"client_digest" text NOT NULL,
	"product" text NOT NULL,
	"product_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"gateway" text NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"address" text,
	"instructions" text,
	"handle" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gateway_reference" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"lease" text,
	"hinted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_attempts_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "refunds_due" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "purchase_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"client_digest" text NOT NULL,
	"code_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"zwg_per_usd_scaled" bigint NOT NULL,
	"source" text NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"margin_basis_points" integer DEFAULT 0 NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entered_by" text,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"number" integer PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"order_id" text NOT NULL,
	"email" text NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "receipts_attempt_id_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "units_sold" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempt_events" ADD CONSTRAINT "attempt_events_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_messages" ADD CONSTRAINT "gateway_messages_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_grants" ADD CONSTRAINT "order_grants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_holders" ADD CONSTRAINT "order_holders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD CONSTRAINT "refunds_due_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_events_attempt" ON "attempt_events" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_messages_once" ON "gateway_messages" USING btree ("attempt_id","kind","message_id");--> statement-breakpoint
CREATE INDEX "gateway_messages_attempt" ON "gateway_messages" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "order_holders_client" ON "order_holders" USING btree ("client_digest");--> statement-breakpoint
CREATE INDEX "orders_search_name" ON "orders" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_search_text" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_current" ON "orders" USING btree ("client_digest","product","product_id","currency") WHERE "orders"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open" ON "payment_attempts" USING btree ("client_digest","product","product_id","currency") WHERE "payment_attempts"."state" in ('initiating', 'open');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_product" ON "payment_attempts" USING btree ("product","product_id") WHERE "payment_attempts"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_check" ON "payment_attempts" USING btree ("next_check_at") WHERE "payment_attempts"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_paid" ON "payment_attempts" USING btree ("paid_at") WHERE "payment_attempts"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_due_open" ON "refunds_due" USING btree ("since") WHERE "refunds_due"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "purchase_codes_email" ON "purchase_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "purchase_codes_client" ON "purchase_codes" USING btree ("client_digest");--> statement-breakpoint
CREATE INDEX "exchange_rates_newest" ON "exchange_rates" USING btree ("as_of","entered_at");--> statement-breakpoint
CREATE INDEX "receipts_unsent" ON "receipts" USING btree ("number") WHERE "receipts"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "receipts_order" ON "receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "books_best_selling" ON "books" USING btree ("units_sold","id");--> statement-breakpoint
CREATE FUNCTION refuse_new_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A quote never changes';
END $$;--> statement-breakpoint
CREATE TRIGGER orders_quote BEFORE UPDATE ON "orders" FOR EACH ROW
  WHEN ((OLD.client_digest, OLD.product, OLD.product_id, OLD.title, OLD.currency, OLD.amount_minor, OLD.price_minor, OLD.rate_scaled, OLD.rate_as_of, OLD.created_at)
    IS DISTINCT FROM (NEW.client_digest, NEW.product, NEW.product_id, NEW.title, NEW.currency, NEW.amount_minor, NEW.price_minor, NEW.rate_scaled, NEW.rate_as_of, NEW.created_at))
  EXECUTE FUNCTION refuse_new_quote();--> statement-breakpoint
CREATE TRIGGER payment_attempts_quote BEFORE UPDATE ON "payment_attempts" FOR EACH ROW
  WHEN ((OLD.order_id, OLD.client_digest, OLD.product, OLD.product_id, OLD.currency, OLD.amount_minor, OLD.gateway, OLD.method, OLD.reference)
    IS DISTINCT FROM (NEW.order_id, NEW.client_digest, NEW.product, NEW.product_id, NEW.currency, NEW.amount_minor, NEW.gateway, NEW.method, NEW.reference))
  EXECUTE FUNCTION refuse_new_quote();--> statement-breakpoint
CREATE TRIGGER attempt_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "attempt_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();--> statement-breakpoint
CREATE TRIGGER gateway_messages_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "gateway_messages" FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite();
