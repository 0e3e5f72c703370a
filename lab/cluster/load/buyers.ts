import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createShopper } from '#lab/faults/support/shopper.ts'
import type { PaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import type { AcknowledgedChanges } from './acknowledged-changes.ts'
import type { Recorder } from './recorder.ts'

/** Actions of successive buyers at the gateway; an empty list leaves the payment open. */
const ACTIONS = [['pay'], ['pay'], ['cancel'], ['pay'], ['pay', 'refund'], [], ['pay'], ['cancel', 'pay']] as const
/** Number of purchases per message to the contact form, whose inbox accepts 500 messages a day. */
const MESSAGE_EVERY = 15
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 1500]

type Shop = {
  url: string
  productIds: string[]
  paynow: PaynowDouble
  recorder: Recorder
  acknowledged: AcknowledgedChanges
  signal: AbortSignal
}

/** Buys books one after another, each in a new browser session, until the signal aborts. Returns the reasons why purchases failed. */
export async function buyRepeatedly({ url, productIds, paynow, recorder, acknowledged, signal }: Shop): Promise<string[]> {
  const failures: string[] = []
  for (let turn = randomInt(ACTIONS.length); !signal.aborted; turn++) {
    try {
      const shopper = createShopper({ url }, recorder.patient('buy'))
      const { clientId, network } = shopper
      const productId = productIds[randomInt(productIds.length)] ?? ''
      const { orderId, reference } = await shopper.begin(await shopper.choose(productId), 'paynow')
      acknowledged.orders.push({ id: orderId, clientId, network })
      const payment = paynow.payments.find(({ number }) => String(number) === reference)
      for (const action of ACTIONS[turn % ACTIONS.length] ?? []) {
        paynow.act(payment?.fields.reference ?? '', action)
        await delay(200)
      }
      if (turn % MESSAGE_EVERY === 0) await write(url, network, { recorder, acknowledged })
    } catch (error) {
      failures.push((error as Error).message)
    }
    await delay(randomInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS))
  }
  return failures
}

async function write(url: string, network: string, { recorder, acknowledged }: Pick<Shop, 'recorder' | 'acknowledged'>) {
  const message = `Message ${crypto.randomUUID()}`
  const response = await recorder.send('message', `${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ name: 'Rudo', email: 'rudo@reader.example', subject: 'Other', message }),
  })
  if (response.status === 204) acknowledged.messages.add(message)
}
