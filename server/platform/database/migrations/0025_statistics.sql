CREATE TABLE "indexnow_urls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "indexnow_urls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"due_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"event" text NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "item_counts_day_kind_item_id_event_source_pk" PRIMARY KEY("day","kind","item_id","event","source")
);
--> statement-breakpoint
CREATE TABLE "item_counts_by_month" (
	"month" date NOT NULL,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"event" text NOT NULL,
	"source" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "item_counts_by_month_month_kind_item_id_event_source_pk" PRIMARY KEY("month","kind","item_id","event","source")
);
--> statement-breakpoint
CREATE TABLE "referrer_hosts" (
	"day" date NOT NULL,
	"host" text NOT NULL,
	CONSTRAINT "referrer_hosts_day_host_pk" PRIMARY KEY("day","host")
);
--> statement-breakpoint
CREATE INDEX "indexnow_urls_due" ON "indexnow_urls" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "item_counts_item" ON "item_counts" USING btree ("kind","item_id","day");--> statement-breakpoint
CREATE INDEX "item_counts_by_month_item" ON "item_counts_by_month" USING btree ("kind","item_id","month");