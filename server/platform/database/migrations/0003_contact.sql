CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"answered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_name" text GENERATED ALWAYS AS (searchable(name || ' ' || email)) STORED,
	"search_text" text GENERATED ALWAYS AS (searchable(name || ' ' || email || ' ' || subject || ' ' || message)) STORED
);
--> statement-breakpoint
CREATE INDEX "contact_messages_search_name" ON "contact_messages" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_search_text" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);