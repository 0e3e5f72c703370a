CREATE INDEX "books_title" ON "books" USING btree (left("search_name", 200),"sort_id");--> statement-breakpoint
CREATE INDEX "books_price" ON "books" USING btree ("price_minor","sort_id");