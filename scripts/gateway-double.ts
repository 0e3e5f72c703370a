import { openPaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import { openStripeDouble } from '#tests/support/gateway-doubles/stripe-double.ts'

/** Doubles of Paynow and Stripe are started, and the settings that make Lectern use them are printed. No money moves. */
const publicUrl = process.env.PUBLIC_URL ?? 'http://localhost:3000'

// The keys of the Paynow double are the same at every start, so that the settings stay valid. The keys work only with these doubles.
const paynow = await openPaynowDouble({
  port: 4010,
  integrations: {
    USD: { id: '1201', key: '11111111-1111-4111-8111-111111111111' },
    ZWG: { id: '1202', key: '22222222-2222-4222-8222-222222222222' },
  },
})
const stripe = await openStripeDouble({
  port: 4011,
  secretKey: 'sk_test_double',
  webhookSecret: 'whsec_double',
  webhookUrl: `${process.env.PUBLIC_API_URL ?? `${publicUrl}/api`}/gateways/stripe/webhook`,
})

const settings = {
  PUBLIC_URL: publicUrl,
  PAYNOW_URL: paynow.url,
  PAYNOW_USD_ID: paynow.integrations.USD.id,
  PAYNOW_USD_KEY: paynow.integrations.USD.key,
  PAYNOW_ZWG_ID: paynow.integrations.ZWG.id,
  PAYNOW_ZWG_KEY: paynow.integrations.ZWG.key,
  STRIPE_API_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
}
const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
console.log(`The test double of Paynow is at ${paynow.url}, that of Stripe at ${stripe.url}. Each has a page for every payment.
Faults: POST JSON to /double/faults of either, such as {"drop":true}, {"answers":"html"} or {"loseNextAnswer":true}.

Start Lectern with:

${assignments.join(' \\\n')} \\
npm run dev`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.all([paynow.close(), stripe.close()])
    process.exit()
  })
