import { z } from 'zod'
import { ListQuery, plainText } from '#contracts/common/list.ts'
import { CURRENCY_REFUSALS, RATE_SCALE } from './payment.ts'

/** Age in days after which an exchange rate is stale and no longer used. */
export const RATE_DAYS = 4
/** Change from the previous exchange rate, in percent, above which a rate must be confirmed. */
export const RATE_JUMP_PERCENT = 5

/**
 * Exchange rate in ZWG per US dollar, with at most six decimals. Three digits after a comma are refused because the comma may separate
 * thousands.
 */
const RateText = z
  .string({ error: 'Enter the rate, such as 26.7431.' })
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6}|,(?!\d{3}$)\d{1,6})?$/, {
    error: 'Enter the rate as a number with at most six decimals, such as 26.7431.',
    abort: true,
  })
  .overwrite((text) => text.replace(',', '.'))
  // A dollar has always been worth more than one ZWG. A rate below one is probably inverted and would make prices far too low.
  .refine((text) => scaledRate(text) >= RATE_SCALE, 'Enter how many ZWG one dollar is worth, such as 26.7431.')

/** Day on which ISO 4217 replaced ZWL with ZWG (924), in Zimbabwe. Earlier exchange rates are for ZWL. */
const FIRST_DAY = Date.parse('2024-06-25T00:00:00+02:00')

export const RateFields = z.object({
  zwgPerUsd: RateText,
  source: plainText(200).min(1, 'Enter the source of the rate.'),
  asOf: z.iso
    .datetime({ error: 'Enter the day of the rate.', abort: true })
    .refine((moment) => Date.parse(moment) >= FIRST_DAY, 'Enter 25 June 2024 or a later day: ZWG did not exist before.')
    .meta({ description: 'Publication time of the rate; not in the future' }),
  marginBasisPoints: z.coerce
    .number()
    .int()
    .min(0)
    .max(2000)
    .default(0)
    .meta({ description: 'Margin added to the rate; 100 basis points are one percent' }),
})
export type RateFields = z.infer<typeof RateFields>

export const Rate = z.object({
  id: z.string(),
  zwgPerUsd: z.string(),
  source: z.string(),
  asOf: z.iso.datetime(),
  marginBasisPoints: z.int(),
  enteredAt: z.iso.datetime(),
  enteredBy: z.string().nullable(),
  state: z
    .enum(['waiting', 'current', 'stale', 'past'])
    .meta({ description: 'waiting: awaits confirmation, because the rate differs too much from the previous rate' }),
  changePercent: z.number().nullable().meta({ description: 'Change from the previous rate, in percent' }),
})
export type Rate = z.infer<typeof Rate>

export const RateQuery = ListQuery.pick({ cursor: true }).extend({ limit: ListQuery.shape.limit.default(50) })
export type RateQuery = z.infer<typeof RateQuery>

/** Current exchange rate, and the rate that awaits confirmation. */
export const RateStanding = z.object({
  current: Rate.nullable().meta({ description: 'Newest confirmed rate, even if stale' }),
  waiting: Rate.nullable().meta({ description: 'Newest rate that awaits confirmation' }),
  refused: z
    .enum([...CURRENCY_REFUSALS, 'off'])
    .nullable()
    .meta({ description: 'Reason why payments in ZWG are unavailable' }),
})
export type RateStanding = z.infer<typeof RateStanding>

export const RateTable = z.object({
  csv: z
    .string({ error: 'Choose a CSV file.' })
    .max(200_000, 'Choose a CSV file of at most 200,000 characters.')
    .refine((text) => !text.includes('\0'), 'Remove the invisible character.')
    .meta({
      description: 'CSV with an exchange rate per row: date (2026-11-20), ZWG for one dollar, source. A header row is skipped',
    }),
  marginBasisPoints: RateFields.shape.marginBasisPoints,
})
export type RateTable = z.infer<typeof RateTable>

export const RatesImported = z.object({
  added: z.int(),
  known: z.int().meta({ description: 'Number of rows that were skipped because the rate already existed' }),
  waiting: z.int().meta({ description: 'Number of added rates that await confirmation' }),
})
export type RatesImported = z.infer<typeof RatesImported>

/** Parses an exchange rate to millionths. The result is exact because rates have at most six decimals. */
export function scaledRate(text: string): number {
  const [whole = '0', decimals = ''] = text.split('.')
  return Number(whole) * RATE_SCALE + Number(decimals.padEnd(6, '0'))
}

/** Formats a scaled exchange rate with at least four decimals. */
export function rateText(scaled: number): string {
  const decimals = String(scaled % RATE_SCALE).padStart(6, '0')
  return `${Math.floor(scaled / RATE_SCALE)}.${decimals.replace(/0{1,2}$/, '')}`
}
