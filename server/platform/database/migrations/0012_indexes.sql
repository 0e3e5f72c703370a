DROP INDEX "authors_name";--> statement-breakpoint
DROP INDEX "gateway_messages_attempt";--> statement-breakpoint
DROP INDEX "purchase_codes_client";--> statement-breakpoint
CREATE INDEX "authors_created" ON "authors" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "books_created" ON "books" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "podcasts_created" ON "podcasts" USING btree ("created_at");