-- A day's rate was of the day's first moment in UTC; it is of that in Zimbabwe, as the days of sales and receipts are.
UPDATE "exchange_rates" SET "as_of" = "as_of" - interval '2 hours' WHERE "as_of" = date_trunc('day', "as_of", 'UTC');
