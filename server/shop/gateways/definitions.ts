import { paynow } from './paynow/paynow.ts'
import { stripe } from './stripe/stripe.ts'
import { testGateway } from './test/test-gateway-definition.ts'

/** Definitions of the gateways, in display order. */
export const DEFINITIONS = [paynow, stripe, testGateway] as const
