CREATE TABLE "known_origins" (
	"admin_id" text NOT NULL,
	"origin" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_origins_admin_id_origin_pk" PRIMARY KEY("admin_id","origin")
);
--> statement-breakpoint
ALTER TABLE "tries" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '1 hour' NOT NULL;--> statement-breakpoint
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_origins_origin" ON "known_origins" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "known_origins_used" ON "known_origins" USING btree ("last_used_at");