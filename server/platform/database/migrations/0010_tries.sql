ALTER TABLE "login_attempts" RENAME TO "tries";--> statement-breakpoint
DROP INDEX "login_attempts_key";--> statement-breakpoint
DROP INDEX "login_attempts_id";--> statement-breakpoint
CREATE INDEX "tries_key" ON "tries" USING btree ("key","at");--> statement-breakpoint
CREATE INDEX "tries_id" ON "tries" USING btree ("id");