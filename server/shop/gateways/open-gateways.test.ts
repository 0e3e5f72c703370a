import { expect, test } from 'vitest'
import { readGatewaySettings } from './gateway-settings.ts'
import { openGateways } from './open-gateways.ts'

const PUBLIC_URL = 'https://shop.example'
const urls = { api: (path: string) => `${PUBLIC_URL}/api${path}` }

test('only configured payment gateways are available, each with its currencies', async () => {
  const paynow = { PAYNOW_ZWG_ID: '1', PAYNOW_ZWG_KEY: 'key' }
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const open = async (environment: Record<string, string>) => {
    const gateways = await openGateways(readGatewaySettings({ PUBLIC_URL, ...environment }).settings, { urls })
    return gateways.map(({ name, methods }) => [name, Object.keys(methods)])
  }
  const [testMode] = await openGateways(readGatewaySettings({ PUBLIC_URL, ...stripe }).settings, { urls })
  expect(testMode?.isTrial).toBe(true)
  const [live] = await openGateways(readGatewaySettings({ PUBLIC_URL, ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }).settings, { urls })
  expect(live?.isTrial).toBe(false)
  expect(await open({})).toEqual([])
  expect(await open(paynow)).toEqual([['paynow', ['ZWG']]])
  expect(await open(stripe)).toEqual([['stripe', ['USD']]])
  expect(await open({ ...stripe, ...paynow, PAYNOW_USD_ID: '2', PAYNOW_USD_KEY: 'other' })).toEqual([
    ['paynow', ['USD', 'ZWG']],
    ['stripe', ['USD']],
  ])
})
