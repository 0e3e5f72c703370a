CREATE TABLE "book_flow_parts" (
	"file_key" text NOT NULL,
	"part" integer NOT NULL,
	"blocks" jsonb NOT NULL,
	CONSTRAINT "book_flow_parts_file_key_part_pk" PRIMARY KEY("file_key","part")
);
--> statement-breakpoint
CREATE TABLE "book_flows" (
	"file_key" text PRIMARY KEY NOT NULL,
	"edition" integer NOT NULL,
	"flow" jsonb,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book_flow_parts" ADD CONSTRAINT "book_flow_parts_file_key_book_flows_file_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."book_flows"("file_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_flows" ADD CONSTRAINT "book_flows_file_key_book_page_sets_file_key_fk" FOREIGN KEY ("file_key") REFERENCES "public"."book_page_sets"("file_key") ON DELETE cascade ON UPDATE no action;