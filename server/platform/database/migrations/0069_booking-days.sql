-- Earlier versions: work. Movements that they book have no day, and count by the time zone of these versions.
ALTER TABLE "money_movements" ADD COLUMN "booked_on" date;--> statement-breakpoint
CREATE INDEX "money_movements_day" ON "money_movements" USING btree ((coalesce("booked_on", ("booked_at" at time zone interval '+02:00')::date)));