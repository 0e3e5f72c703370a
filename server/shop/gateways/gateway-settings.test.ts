import { expect, test } from 'vitest'
import { readGatewaySettings } from './gateway-settings.ts'

const PUBLIC_URL = 'https://shop.example'
const paynow = { PUBLIC_URL, PAYNOW_USD_ID: '1201', PAYNOW_USD_KEY: 'usd-secret' }
const stripe = { PUBLIC_URL, STRIPE_SECRET_KEY: 'sk_test_secret', STRIPE_WEBHOOK_SECRET: 'whsec_secret' }

test('the test gateway is enabled by default, except in production', () => {
  for (const environment of [{}, { NODE_ENV: 'test' }, { PAYNOW_USD_ID: undefined }])
    expect(readGatewaySettings(environment)).toEqual({
      settings: { test: true },
      problems: [],
    })
  expect(readGatewaySettings({ NODE_ENV: 'production' })).toEqual({ settings: {}, problems: [] })
})

test('Paynow can be configured for one currency or both, alone or with Stripe', () => {
  expect(readGatewaySettings(paynow)).toEqual({
    settings: {
      paynow: { url: 'https://www.paynow.co.zw', usd: { id: '1201', key: 'usd-secret' }, zwg: undefined },
    },
    problems: [],
  })
  const all = { ...paynow, ...stripe, PAYNOW_ZWG_ID: '1202', PAYNOW_ZWG_KEY: 'zwg-secret', PAYNOW_URL: 'http://127.0.0.1:4010' }
  expect(readGatewaySettings(all)).toMatchObject({
    settings: {
      paynow: { url: 'http://127.0.0.1:4010', zwg: { id: '1202', key: 'zwg-secret' } },
      stripe: { secretKey: 'sk_test_secret', webhookSecret: 'whsec_secret', apiUrl: 'https://api.stripe.com' },
    },
    problems: [],
  })
})

test('in production, a Stripe key must be a live key unless STRIPE_TEST_MODE is on', () => {
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secret', NODE_ENV: 'production' }
  expect(readGatewaySettings(live)).toMatchObject({ settings: { stripe: { secretKey: 'sk_live_secret' } }, problems: [] })
  const tryingOut = { ...stripe, NODE_ENV: 'production', STRIPE_TEST_MODE: 'on' }
  expect(readGatewaySettings(tryingOut)).toMatchObject({ settings: { stripe: { secretKey: 'sk_test_secret' } }, problems: [] })
})

test('the test gateway is disabled on a site with a public https URL unless SANDBOX_GATEWAY is on', () => {
  const reached = { PUBLIC_URL: 'https://lectern.example' }
  expect(readGatewaySettings(reached).settings.test).toBeUndefined()
  expect(readGatewaySettings({ ...reached, SANDBOX_GATEWAY: 'on' }).settings.test).toBe(true)
})

test('SANDBOX_GATEWAY can enable the test gateway alongside another gateway, or disable it', () => {
  expect(readGatewaySettings({ ...paynow, SANDBOX_GATEWAY: 'on' })).toMatchObject({ settings: { test: true }, problems: [] })
  expect(readGatewaySettings({ SANDBOX_GATEWAY: 'off' })).toEqual({ settings: {}, problems: [] })
})

test.each<[string, Record<string, string | undefined>, RegExp]>([
  ['an id without its key', { PUBLIC_URL, PAYNOW_USD_ID: '1201' }, /^PAYNOW_USD_KEY: .*PAYNOW_USD_ID/],
  ['a key without its id', { PUBLIC_URL, PAYNOW_ZWG_KEY: 'secret' }, /^PAYNOW_ZWG_ID: .*PAYNOW_ZWG_KEY/],
  ['an id that is none', { ...paynow, PAYNOW_USD_ID: 'secret' }, /^PAYNOW_USD_ID: /],
  ['one integration for two currencies', { ...paynow, PAYNOW_ZWG_ID: '1202', PAYNOW_ZWG_KEY: 'usd-secret' }, /^PAYNOW_ZWG_ID and/],
  [
    'Paynow without the address of an API that the pages call from another origin',
    { ...paynow, ALLOWED_ORIGINS: `https://other.example, ${PUBLIC_URL}/` },
    /^PUBLIC_API_URL: /,
  ],
  ['Paynow without the address of the site', { ...paynow, PUBLIC_URL: undefined }, /^PUBLIC_URL: /],
  ['Stripe without the address of the site', { ...stripe, PUBLIC_URL: undefined }, /^PUBLIC_URL: /],
  ['Stripe without the secret of its messages', { ...stripe, STRIPE_WEBHOOK_SECRET: undefined }, /^STRIPE_WEBHOOK_SECRET: /],
  ['Stripe without its key', { ...stripe, STRIPE_SECRET_KEY: undefined }, /^STRIPE_SECRET_KEY: /],
  ['an address in the clear', { ...paynow, PAYNOW_URL: 'http://paynow.example' }, /^PAYNOW_URL: /],
  ['an address with a path', { ...stripe, STRIPE_API_URL: 'https://stripe.example/v1' }, /^STRIPE_API_URL: /],
  ['an address with an account', { ...stripe, STRIPE_API_URL: 'https://secret@stripe.example' }, /^STRIPE_API_URL: /],
  ['no address', { ...stripe, STRIPE_API_URL: 'secret' }, /^STRIPE_API_URL: /],
  ['a test key in production', { ...stripe, NODE_ENV: 'production' }, /^STRIPE_SECRET_KEY: .*STRIPE_TEST_MODE=on/],
  [
    'a restricted test key in production',
    { ...stripe, NODE_ENV: 'production', STRIPE_SECRET_KEY: 'rk_test_secret' },
    /^STRIPE_SECRET_KEY: .*production/,
  ],
  ['a test key in production, expressly', { ...stripe, NODE_ENV: 'production', STRIPE_TEST_MODE: 'off' }, /^STRIPE_SECRET_KEY: /],
  ['test mode with a live key', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_secret', STRIPE_TEST_MODE: 'on' }, /^STRIPE_TEST_MODE: /],
  ['a test mode neither on nor off', { ...stripe, STRIPE_TEST_MODE: 'secret' }, /^STRIPE_TEST_MODE: /],
  ['neither on nor off', { SANDBOX_GATEWAY: 'secret' }, /^SANDBOX_GATEWAY: /],
  ['the test gateway in production', { NODE_ENV: 'production', SANDBOX_GATEWAY: 'on' }, /^SANDBOX_GATEWAY: .*production/],
])('%s is reported as a problem without the value of the setting', (_what, environment, problem) => {
  const { problems } = readGatewaySettings(environment)
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(problems.join()).not.toContain('secret')
})

test('all problems in the gateway settings are reported together', () => {
  expect(readGatewaySettings({ PAYNOW_USD_ID: '1', STRIPE_SECRET_KEY: 'x', SANDBOX_GATEWAY: 'maybe' }).problems).toHaveLength(3)
})
