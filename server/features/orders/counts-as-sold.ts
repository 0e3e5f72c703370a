import { ne, type SQL } from 'drizzle-orm'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { paymentAttempts } from './orders.schema.ts'

/**
 * Which payments count as sold. Those of the sandbox do only while nothing else is offered: then the whole shop is a trial, whose
 * numbers are to be looked at. Beside a real gateway, and in production, they would be among sales that were never made.
 */
export function whatCounts(gateways: Pick<Gateway, 'name'>[]): SQL | undefined {
  const isTrialShop = gateways.length > 0 && gateways.every(({ name }) => name === 'sandbox')
  return isTrialShop ? undefined : ne(paymentAttempts.gateway, 'sandbox')
}
