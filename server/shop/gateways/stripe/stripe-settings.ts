import type { SettingsReader } from '#server/shop/gateways/settings-reader.ts'

export type StripeSettings = { secretKey: string; webhookSecret: string; apiUrl: string }

export function readStripeSettings({ env, isProduction, readOrigin, readSwitch, report }: SettingsReader): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey && !webhookSecret) report('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY')
  if (webhookSecret && !secretKey) report('STRIPE_SECRET_KEY: required with STRIPE_WEBHOOK_SECRET')
  const apiUrl = readOrigin('STRIPE_API_URL', 'https://api.stripe.com')
  const isTestMode = readSwitch('STRIPE_TEST_MODE') === 'on'
  if (isTestMode && secretKey && !isTestKey(secretKey)) report('STRIPE_TEST_MODE: must be off unless STRIPE_SECRET_KEY is a test key')
  if (isTestKey(secretKey) && isProduction && !isTestMode)
    report(
      'STRIPE_SECRET_KEY: must not be a test key in production: test cards would pay for every item (STRIPE_TEST_MODE=on allows it where nothing is sold)',
    )
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined
}

/** Returns whether a Stripe key is a test key. Test keys start with `sk_test_`, or with `rk_test_` if restricted. */
export function isTestKey(secretKey = ''): boolean {
  return /^[a-z]+_test_/.test(secretKey)
}
