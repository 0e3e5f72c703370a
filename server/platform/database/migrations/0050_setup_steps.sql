CREATE TABLE "skipped_setup_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
