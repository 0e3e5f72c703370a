import type { GatewayMessage } from '#server/shop/gateways/gateway.ts'
import { createTestGatewayStore, type TestGatewayStore } from '#server/shop/gateways/test/test-gateway.store.ts'
import { createTestGateway } from '#server/shop/gateways/test/test-gateway.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import type { GatewayHarness } from './gateway-harness.ts'

export async function openTestGatewayHarness(): Promise<
  GatewayHarness & { testGateway: ReturnType<typeof createTestGateway>; skip: (ms: number) => void }
> {
  const services = await openTestServices()
  const stored = createTestGatewayStore(services.database.orm)
  let skippedMs = 0
  let losesNext = false
  let isDown = false
  const store: TestGatewayStore = {
    insert: async (payment) => {
      await failWhenDown()
      await stored.insert(payment)
      const loses = losesNext
      losesNext = false
      if (loses) throw new Error('The response was lost')
    },
    find: async (reference) => {
      await failWhenDown()
      return stored.find(reference)
    },
    update: stored.update,
  }
  async function failWhenDown() {
    if (isDown) throw new Error('The database is down')
  }
  const messages: GatewayMessage[] = []
  const testGateway = createTestGateway({
    store,
    key: 'a key for tests alone',
    now: () => new Date(Date.now() + skippedMs),
  })
  testGateway.connect((message) => messages.push(message))
  const { act } = testGateway.actions
  return {
    gateway: testGateway.gateway,
    testGateway,
    currencies: ['USD', 'ZWG'],
    leastMinor: 1,
    mostMinor: 100_000_000,
    declined: 'failed',
    messages,
    pay: (reference) => act(reference, 'pay'),
    decline: (reference) => act(reference, 'decline'),
    cancel: (reference) => act(reference, 'cancel'),
    payLate: (reference) => act(reference, 'pay-late'),
    refund: (reference) => act(reference, 'refund'),
    dispute: (reference) => act(reference, 'dispute'),
    loseNextAnswer: () => {
      losesNext = true
    },
    goDown: () => {
      isDown = true
    },
    /** Moves the test gateway's clock ahead */
    skip: (ms) => {
      skippedMs += ms
    },
    close: services.close,
  }
}
