import { defineGateway } from '#server/shop/gateways/gateway-definition.ts'
import { readStripeSettings } from './stripe-settings.ts'

export const stripe = defineGateway({
  name: 'stripe',
  settingNames: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'STRIPE_TEST_MODE'],
  readSettings: readStripeSettings,
  endpoint: { url: '/gateways/stripe/webhook', contentType: 'application/json' },
  // The Stripe library is loaded only when needed because it is large.
  open: async (settings) => ({ gateway: (await import('./stripe-gateway.ts')).createStripeGateway({ settings }) }),
})
