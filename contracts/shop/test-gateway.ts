import { z } from 'zod'
import { Amount } from './order.ts'

export const SandboxAction = z.enum([
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
export type SandboxAction = z.infer<typeof SandboxAction>

const SandboxState = z.enum(['open', 'paid', 'cancelled', 'failed', 'expired', 'disputed', 'refunded', 'charged_back'])
export type SandboxState = z.infer<typeof SandboxState>

/** A test payment, in which no money moves. */
export const SandboxPayment = z.object({
  reference: z.string(),
  title: z.string(),
  amount: Amount,
  state: SandboxState,
  settlesAt: z.iso.datetime().nullable().meta({ description: 'Time at which it becomes paid automatically' }),
  actions: z.array(SandboxAction),
  returnUrl: z.string(),
  cancelUrl: z.string(),
})
export type SandboxPayment = z.infer<typeof SandboxPayment>

export const SandboxReference = z.object({ reference: z.string().regex(/^[0-9a-z]{32}$/) })
export const SandboxForm = z.object({ action: SandboxAction })
