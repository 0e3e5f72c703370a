CREATE TABLE "personal_feed_networks" (
	"feed_id" text NOT NULL,
	"day" date NOT NULL,
	"network" integer NOT NULL,
	CONSTRAINT "personal_feed_networks_feed_id_day_network_pk" PRIMARY KEY("feed_id","day","network")
);
--> statement-breakpoint
CREATE TABLE "personal_feeds" (
	"id" text PRIMARY KEY NOT NULL,
	"client_digest" text NOT NULL,
	"secret_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_feeds_client_digest_unique" UNIQUE("client_digest"),
	CONSTRAINT "personal_feeds_secret_digest_unique" UNIQUE("secret_digest")
);
--> statement-breakpoint
ALTER TABLE "personal_feed_networks" ADD CONSTRAINT "personal_feed_networks_feed_id_personal_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."personal_feeds"("id") ON DELETE cascade ON UPDATE no action;