import type { Overview } from '#contracts/overview.ts'
import type { Check } from './check.ts'

const WARNING_SHARE = 0.8

const LIMITS: { limit: keyof Overview['anonymous']; title: string; full: string; advice: string }[] = [
  {
    limit: 'neverPaidOrders',
    title: 'Orders that nobody pays',
    full: 'as many as are kept: the oldest make way for new ones.',
    advice:
      'The shop goes on by itself. If it stays so, a program chooses items: have whoever runs the server find its addresses and shut them out.',
  },
  {
    limit: 'messagesToday',
    title: 'Messages of today',
    full: 'as many as are taken in a day: others are asked to write an e-mail.',
    advice: 'If they are not from people, have whoever runs the server find the addresses that they come from and shut them out.',
  },
  {
    limit: 'messages',
    title: 'Room for messages',
    full: 'as many as are kept: no more are taken, and who writes is asked to send an e-mail.',
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
