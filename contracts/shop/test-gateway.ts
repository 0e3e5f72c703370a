import { z } from 'zod'
import { Amount } from './order.ts'

export const TestGatewayAction = z.enum([
  'pay',
  'pay-soon',
  'decline',
  'cancel',
  'expire',
  'pay-late',
  'refund',
  'fail-refund',
  'dispute',
  'win-dispute',
  'lose-dispute',
])
export type TestGatewayAction = z.infer<typeof TestGatewayAction>

const TestGatewayState = z.enum(['open', 'paid', 'cancelled', 'failed', 'expired', 'disputed', 'refunded', 'charged_back'])
export type TestGatewayState = z.infer<typeof TestGatewayState>

/** A test payment, in which no money moves. */
export const TestGatewayPayment = z.object({
  reference: z.string(),
  title: z.string(),
  amount: Amount,
  state: TestGatewayState,
  settlesAt: z.iso.datetime().nullable().meta({ description: 'Time at which the test payment becomes paid automatically' }),
  actions: z.array(TestGatewayAction),
  returnUrl: z.string(),
  cancelUrl: z.string(),
})
export type TestGatewayPayment = z.infer<typeof TestGatewayPayment>

export const TestGatewayReference = z.object({ reference: z.string().regex(/^[0-9a-z]{32}$/) })
export const TestGatewayForm = z.object({ action: TestGatewayAction })
