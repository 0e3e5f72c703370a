import type { Overview } from '#contracts/admin/overview.ts'
import type { Check } from './check.ts'

const WARNING_SHARE = 0.8

const LIMITS: { limit: keyof Overview['anonymous']; title: string; full: string; advice: string }[] = [
  {
    limit: 'neverPaidOrders',
    title: 'Unpaid orders',
    full: 'the maximum: each new one replaces the oldest.',
    advice:
      'The shop keeps working. If this message stays, a robot is creating orders: ask the operator to find and block its network addresses.',
  },
  {
    limit: 'messagesToday',
    title: 'Messages today',
    full: 'the maximum for a day: visitors are asked to send an email instead.',
    advice: 'If people did not write them, ask the operator to find and block the network addresses that send them.',
  },
  {
    limit: 'messages',
    title: 'Stored messages',
    full: 'the maximum: visitors are asked to send an email instead.',
    advice: 'Delete messages that are no longer needed.',
  },
]

export const LIMIT_CHECKS = LIMITS.map(
  ({ limit, title, full, advice }): Check => [
    title,
    ({ anonymous }) => {
      const { count, max } = anonymous[limit]
      if (count < max * WARNING_SHARE) return undefined
      const there = count.toLocaleString('en')
      if (count < max) return { state: 'notice', message: `There are ${there} of at most ${max.toLocaleString('en')}.`, advice }
      return { state: 'bad', message: `There are ${there}, ${full}`, advice }
    },
  ],
)
