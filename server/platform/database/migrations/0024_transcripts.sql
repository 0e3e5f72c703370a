CREATE TABLE "transcript_cues" (
	"podcast_id" text NOT NULL,
	"position" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"speaker" text,
	"text" text NOT NULL,
	CONSTRAINT "transcript_cues_podcast_id_position_pk" PRIMARY KEY("podcast_id","position")
);
--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "chapters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "transcript_cues" ADD CONSTRAINT "transcript_cues_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;