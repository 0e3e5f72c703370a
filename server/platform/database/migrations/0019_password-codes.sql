CREATE TABLE "password_codes" (
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
CREATE INDEX "password_codes_email" ON "password_codes" USING btree ("email","created_at");