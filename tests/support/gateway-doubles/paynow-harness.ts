import { createPaynowGateway } from '#server/shop/gateways/paynow/paynow-gateway.ts'
import { type GatewayHarness, HARNESS_TIMEOUT_MS } from './gateway-harness.ts'
import { openNotificationReceiver } from './notification-receiver.ts'
import { openPaynowDouble, type PaynowDouble } from './paynow-double.ts'
import type { PaynowFaults } from './paynow-faults.ts'

export type PaynowHarness = GatewayHarness & { double: PaynowDouble; box: Awaited<ReturnType<typeof openNotificationReceiver>> }

export async function openPaynowHarness(options: { speed?: number; manner?: PaynowFaults['manner'] } = {}): Promise<PaynowHarness> {
  const box = await openNotificationReceiver()
  const double = await openPaynowDouble({ speed: 1000, ...options })
  const { USD: usd, ZWG: zwg } = double.integrations
  const settings = { url: double.url, usd, zwg }
  return {
    gateway: createPaynowGateway({ settings, urls: { api: (path: string) => `${box.url}/api${path}` }, timeoutMs: HARNESS_TIMEOUT_MS }),
    double,
    box,
    currencies: ['USD', 'ZWG'],
    leastMinor: 1,
    mostMinor: 100_000_000,
    declined: 'cancelled',
    messages: box.messages,
    pay: async (reference) => double.act(reference, 'pay'),
    decline: async (reference) => double.act(reference, 'decline'),
    cancel: async (reference) => double.act(reference, 'cancel'),
    payLate: async (reference) => double.act(reference, 'pay'),
    refund: async (reference) => double.act(reference, 'refund'),
    dispute: async (reference) => double.act(reference, 'dispute'),
    loseNextAnswer: () => {
      double.faults.loseNextAnswer = true
    },
    goDown: () => {
      double.faults.answers = 'silence'
    },
    close: async () => {
      await double.close()
      await box.close()
    },
  }
}
