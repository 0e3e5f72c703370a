import { createBuyers } from './buyers.ts'
import { createModelGateway } from './model-gateway.ts'
import { openTestApp } from './test-app.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** Opens a complete server with an in-memory gateway double, simulated buyers and an adjustable clock. Ignores alerts. */
export async function openTestShop(settings: Record<string, string> = {}) {
  const model = createModelGateway()
  /** Configured payment gateways; a test may remove them. */
  const gateways = [model.gateway]
  const clock = { now: new Date() }
  const app = await openTestApp(settings, { gateways, now: () => clock.now, alert: () => undefined })
  return {
    app,
    model,
    gateways,
    clock,
    shop: createBuyers(app, model),
    enterRate: (zwgPerUsd: string) =>
      app.services.shop.rates.enter({ zwgPerUsd, source: 'Interbank', asOf: clock.now.toISOString(), marginBasisPoints: 0 }),
  }
}
