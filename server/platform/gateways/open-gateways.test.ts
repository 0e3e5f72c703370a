import { expect, test } from 'vitest'
import { readGatewaySettings } from './gateway-settings.ts'
import { openGateways } from './open-gateways.ts'

const PUBLIC_URL = 'https://shop.example'

test('the gateways that are set up, with the currencies that each takes', () => {
  const paynow = { PAYNOW_ZWG_ID: '1', PAYNOW_ZWG_KEY: 'key' }
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const open = (environment: Record<string, string>) =>
    openGateways(readGatewaySettings({ PUBLIC_URL, ...environment }).settings).map(({ name, methods }) => [name, Object.keys(methods)])
  expect(open({})).toEqual([])
  expect(open(paynow)).toEqual([['paynow', ['ZWG']]])
  expect(open(stripe)).toEqual([['stripe', ['USD']]])
  expect(open({ ...stripe, ...paynow, PAYNOW_USD_ID: '2', PAYNOW_USD_KEY: 'other' })).toEqual([
    ['paynow', ['USD', 'ZWG']],
    ['stripe', ['USD']],
  ])
})
