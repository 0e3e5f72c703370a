-- Earlier versions: refused. They derive the owners of items from orders and manual grants, which become copies.
CREATE OR REPLACE FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 65';--> statement-breakpoint
CREATE TABLE "copies" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"product" text NOT NULL,
	"product_id" text NOT NULL,
	"email" text NOT NULL,
	"reason" text,
	"granted_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "copy_holders" (
	"copy_id" text NOT NULL,
	"client_digest" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "copy_holders_copy_id_client_digest_pk" PRIMARY KEY("copy_id","client_digest")
);
--> statement-breakpoint
ALTER TABLE "order_holders" RENAME TO "order_viewers";--> statement-breakpoint
ALTER TABLE "order_viewers" RENAME CONSTRAINT "order_holders_order_id_client_digest_pk" TO "order_viewers_order_id_client_digest_pk";--> statement-breakpoint
ALTER TABLE "order_viewers" RENAME CONSTRAINT "order_holders_order_id_orders_id_fk" TO "order_viewers_order_id_orders_id_fk";--> statement-breakpoint
ALTER INDEX "order_holders_client" RENAME TO "order_viewers_client";--> statement-breakpoint
-- Each order that was ever paid or granted has one copy, which keeps the id of its order. The browsers that may see the order hold it.
INSERT INTO "copies" ("id", "order_id", "product", "product_id", "email", "reason", "granted_by", "made_at", "revoked_at")
  SELECT o."id", o."id", o."product", o."product_id", coalesce(o."email", ''), g."reason", g."by", g."at", g."revoked_at"
  FROM "order_grants" g JOIN "orders" o ON o."id" = g."order_id";
--> statement-breakpoint
INSERT INTO "copies" ("id", "order_id", "product", "product_id", "email", "made_at", "revoked_at")
  SELECT o."id", o."id", o."product", o."product_id", coalesce(o."email", ''), p."made_at",
    CASE WHEN NOT p."stands" THEN coalesce(
      (SELECT max(e."at") FROM "attempt_events" e JOIN "payment_attempts" a ON a."id" = e."attempt_id" WHERE a."order_id" = o."id"), now()) END
  FROM "orders" o JOIN (
    SELECT "order_id", min("paid_at") AS "made_at", bool_or("state" = 'paid') AS "stands"
    FROM "payment_attempts" WHERE "paid_at" IS NOT NULL OR "state" = 'paid' GROUP BY "order_id"
  ) p ON p."order_id" = o."id"
  WHERE p."made_at" IS NOT NULL
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "copy_holders" ("copy_id", "client_digest", "since")
  SELECT v."order_id", v."client_digest", v."since" FROM "order_viewers" v JOIN "copies" c ON c."id" = v."order_id";
--> statement-breakpoint
DROP TABLE "order_grants";--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_holders" ADD CONSTRAINT "copy_holders_copy_id_copies_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "copies_beneficiary" ON "copies" USING btree ("order_id","email");--> statement-breakpoint
CREATE INDEX "copies_email" ON "copies" USING btree ("email");--> statement-breakpoint
CREATE INDEX "copies_product" ON "copies" USING btree ("product","product_id");--> statement-breakpoint
CREATE INDEX "copies_granted" ON "copies" USING btree ("order_id") WHERE "copies"."reason" is not null;--> statement-breakpoint
CREATE INDEX "copy_holders_client" ON "copy_holders" USING btree ("client_digest");
