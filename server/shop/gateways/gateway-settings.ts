import { Origin } from '#server/platform/web-url.ts'

/** The shop's account at Paynow for one currency. */
export type PaynowIntegration = { id: string; key: string }

export type GatewaySettings = {
  paynow: { url: string; usd?: PaynowIntegration; zwg?: PaynowIntegration } | undefined
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | undefined
  testGateway: boolean
}

/** Names of the settings of gateways. */
export const GATEWAY_SETTINGS = [
  ...['PAYNOW_USD_ID', 'PAYNOW_USD_KEY', 'PAYNOW_ZWG_ID', 'PAYNOW_ZWG_KEY', 'PAYNOW_URL'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'STRIPE_TEST_MODE', 'SANDBOX_GATEWAY'],
]

/** Reads the settings of all gateways. Reported problems contain the names of settings, but never their values. */
export function readGatewaySettings(env: Record<string, string | undefined>): { settings: GatewaySettings; problems: string[] } {
  const problems: string[] = []
  const isProduction = env.NODE_ENV === 'production'

  const readOrigin = (name: string, fallback: string) => {
    const given = env[name]
    if (given === undefined) return fallback
    const origin = Origin.safeParse(given).data
    if (!origin || !isSafe(origin)) problems.push(`${name}: must be an https URL without a path, or an http URL of this machine`)
    return origin ?? fallback
  }

  const integration = (currency: 'USD' | 'ZWG'): PaynowIntegration | undefined => {
    const [idName, keyName] = [`PAYNOW_${currency}_ID`, `PAYNOW_${currency}_KEY`]
    const [id, key] = [env[idName], env[keyName]]
    if (id && !key) problems.push(`${keyName}: required with ${idName}`)
    if (key && !id) problems.push(`${idName}: required with ${keyName}`)
    if (id && !/^\d{1,12}$/.test(id)) problems.push(`${idName}: must be the number of the integration`)
    return id && key ? { id, key } : undefined
  }

  const usd = integration('USD')
  const zwg = integration('ZWG')
  if (usd && zwg && (usd.id === zwg.id || usd.key === zwg.key))
    problems.push(
      'PAYNOW_ZWG_ID and PAYNOW_ZWG_KEY: must belong to another integration than those for USD: an integration has one currency',
    )
  const paynowUrl = readOrigin('PAYNOW_URL', 'https://www.paynow.co.zw')
  const paynow = usd || zwg ? { url: paynowUrl, usd, zwg } : undefined

  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey && !webhookSecret) problems.push('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY')
  if (webhookSecret && !secretKey) problems.push('STRIPE_SECRET_KEY: required with STRIPE_WEBHOOK_SECRET')
  const apiUrl = readOrigin('STRIPE_API_URL', 'https://api.stripe.com')
  const stripe = secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined
  const testMode = env.STRIPE_TEST_MODE
  if (testMode && testMode !== 'on' && testMode !== 'off') problems.push('STRIPE_TEST_MODE: must be on or off')
  if (testMode === 'on' && secretKey && !isTestKey(secretKey))
    problems.push('STRIPE_TEST_MODE: must be off unless STRIPE_SECRET_KEY is a test key')
  if (isTestKey(secretKey) && isProduction && testMode !== 'on')
    problems.push(
      'STRIPE_SECRET_KEY: must not be a test key in production: test cards would pay for every item (STRIPE_TEST_MODE=on allows it where nothing is sold)',
    )

  const publicUrl = Origin.safeParse(env.PUBLIC_URL).data ?? ''
  if ((paynow || stripe) && !env.PUBLIC_URL) problems.push('PUBLIC_URL: required with Paynow or Stripe, which send the buyer back there')
  const callers = (env.ALLOWED_ORIGINS ?? '').split(',').map((text) => Origin.safeParse(text.trim()).data)
  if (paynow && publicUrl && callers.includes(publicUrl) && !env.PUBLIC_API_URL)
    problems.push('PUBLIC_API_URL: required with Paynow when the pages of PUBLIC_URL call the API from another origin (ALLOWED_ORIGINS)')

  const switched = env.SANDBOX_GATEWAY
  if (switched && switched !== 'on' && switched !== 'off') problems.push('SANDBOX_GATEWAY: must be on or off')
  if (switched === 'on' && isProduction) problems.push('SANDBOX_GATEWAY: must not be on in production: it gives every item away for free')
  const isAnySetUp = Object.keys(env).some((name) => /^(PAYNOW|STRIPE)_/.test(name) && env[name])
  // A site with TLS is assumed to be open to the public, even if NODE_ENV is not set.
  const isPublic = publicUrl.startsWith('https:')
  const testGateway = switched ? switched === 'on' : !isProduction && !isAnySetUp && !isPublic

  return { settings: { paynow, stripe, testGateway }, problems }
}

/** Returns whether a Stripe key is a test key. Test keys start with `sk_test_`, or with `rk_test_` if restricted. */
export function isTestKey(secretKey = ''): boolean {
  return /^[a-z]+_test_/.test(secretKey)
}

/** Whether an origin is safe for keys and payments: TLS, or the local machine, where a test double may replace the gateway. */
function isSafe(origin: string) {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
