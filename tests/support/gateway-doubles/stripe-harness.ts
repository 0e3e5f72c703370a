import { createStripeGateway } from '#server/shop/gateways/stripe/stripe-gateway.ts'
import { type GatewayHarness, HARNESS_TIMEOUT_MS } from './gateway-harness.ts'
import { openNotificationReceiver } from './notification-receiver.ts'
import { openStripeDouble, type StripeDouble } from './stripe-double.ts'

export type StripeHarness = GatewayHarness & { double: StripeDouble; box: Awaited<ReturnType<typeof openNotificationReceiver>> }

export async function openStripeHarness(): Promise<StripeHarness> {
  const box = await openNotificationReceiver()
  const double = await openStripeDouble({ webhookUrl: `${box.url}/api/gateways/stripe/webhook`, retryMs: 5 })
  const settings = { secretKey: double.secretKey, webhookSecret: double.webhookSecret, apiUrl: double.url }
  return {
    gateway: createStripeGateway({ settings, timeoutMs: HARNESS_TIMEOUT_MS }),
    double,
    box,
    currencies: ['USD'],
    declined: 'open',
    messages: box.messages,
    leastMinor: 50,
    mostMinor: 99_999_999,
    pay: async (reference) => double.act(reference, 'pay'),
    decline: async (reference) => double.act(reference, 'decline'),
    // Canceling is simulated by expiry, since a Stripe session stays open when its buyer leaves the payment page.
    cancel: async (reference) => double.act(reference, 'expire'),
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
