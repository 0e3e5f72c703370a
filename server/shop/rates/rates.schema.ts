import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Exchange rates entered by administrators. The table is append-only, except for the confirmation of rates. */
export const exchangeRates = pgTable(
  'exchange_rates',
  {
    id: text().primaryKey(),
    /** Exchange rate in millionths of ZWG for one dollar */
    scaled: bigint('zwg_per_usd_scaled', { mode: 'number' }).notNull(),
    source: text().notNull(),
    asOf: moment('as_of').notNull(),
    marginBasisPoints: integer('margin_basis_points').notNull().default(0),
    enteredAt: moment('entered_at').notNull().defaultNow(),
    enteredBy: text('entered_by'),
    /** Time of the confirmation, or of the entry if no confirmation is needed; null while a large change awaits confirmation */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [index('exchange_rates_newest').on(table.asOf, table.enteredAt)],
)
