import type { Fill, Overview } from '#contracts/overview.ts'
import type { Check } from './check.ts'

/** The share from which a limit is reported. */
const WARNING_SHARE = 0.8

/** Reports limits that anonymous visitors have reached, or nearly reached. */
export function limitChecks({ anonymous: { neverPaidOrders, messages, messagesToday } }: Overview): Check[] {
  return [
    checkFill('Orders that nobody pays', neverPaidOrders, {
      full: 'as many as are kept: the oldest make way for new ones.',
      advice:
        'The shop goes on by itself. If it stays so, a program chooses items: have whoever runs the server find its addresses and shut them out.',
    }),
    checkFill('Messages of today', messagesToday, {
      full: 'as many as are taken in a day: others are asked to write an e-mail.',
      advice: 'If they are not from people, have whoever runs the server find the addresses that they come from and shut them out.',
    }),
    checkFill('Room for messages', messages, {
      full: 'as many as are kept: no more are taken, and who writes is asked to send an e-mail.',
      advice: 'Delete messages that are no longer needed.',
    }),
  ].filter((check) => check !== undefined)
}

function checkFill(title: string, { count, max }: Fill, { full, advice }: { full: string; advice: string }): Check | undefined {
  if (count < max * WARNING_SHARE) return undefined
  const there = count.toLocaleString('en')
  if (count < max) return { title, state: 'notice', message: `There are ${there} of at most ${max.toLocaleString('en')}.`, advice }
  return { title, state: 'bad', message: `There are ${there}, ${full}`, advice }
}
