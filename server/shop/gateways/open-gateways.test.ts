import { expect, test } from 'vitest'
import type { GatewayDeps } from './gateway-definition.ts'
import { readGatewaySettings } from './gateway-settings.ts'
import { openGateways } from './open-gateways.ts'

const PUBLIC_URL = 'https://shop.example'
// Only the test gateway uses the database.
const deps = { urls: { api: (path: string) => `${PUBLIC_URL}/api${path}` } } as GatewayDeps

test('only configured payment gateways are available, each with its currencies', async () => {
  const paynow = { PAYNOW_ZWG_ID: '1', PAYNOW_ZWG_KEY: 'key' }
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const open = async (environment: Record<string, string>) => {
    const gateways = await openGateways(readGatewaySettings({ PUBLIC_URL, ...environment }).settings, deps)
    return gateways.map(({ gateway: { name, methods } }) => [name, Object.keys(methods)])
  }
  const [testMode] = await openGateways(readGatewaySettings({ PUBLIC_URL, ...stripe }).settings, deps)
  expect(testMode?.gateway.isTrial).toBe(true)
  const [live] = await openGateways(readGatewaySettings({ PUBLIC_URL, ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }).settings, deps)
  expect(live?.gateway.isTrial).toBe(false)
  expect(await open({})).toEqual([])
  expect(await open(paynow)).toEqual([['paynow', ['ZWG']]])
  expect(await open(stripe)).toEqual([['stripe', ['USD']]])
  expect(await open({ ...stripe, ...paynow, PAYNOW_USD_ID: '2', PAYNOW_USD_KEY: 'other' })).toEqual([
    ['paynow', ['USD', 'ZWG']],
    ['stripe', ['USD']],
  ])
})
