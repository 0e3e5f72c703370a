import { randomUUID } from 'node:crypto'
import type { Currency } from '#contracts/shop/price.ts'
import {
  type Gateway,
  type GatewayState,
  GatewayUnclearError,
  type MoneyReturn,
  type Notification,
  PaymentRefusedError,
  UntrustedMessageError,
} from '#server/shop/gateways/gateway.ts'

export type ModelPayment = {
  reference: string
  state: GatewayState
  amountMinor: number
  currency: Currency
  /** Time of payment; if missing, the gateway reports only the state */
  paidAt?: Date
  returns?: MoneyReturn[]
}
/** Fault of the next gateway call: none, lost before or after the gateway stored the payment, or rejected. */
export type Fault = 'none' | 'lost_before' | 'lost_after' | 'refused'

/** Creates an in-memory gateway with switchable faults, which is fast enough to run thousands of test schedules. */
export function createModelGateway() {
  const payments = new Map<string, ModelPayment>()
  let fault: Fault = 'none'
  let down = false
  /** Function that runs during the next call, to change data concurrently */
  let meanwhile: (() => Promise<unknown>) | undefined

  async function pass() {
    const change = meanwhile
    meanwhile = undefined
    await change?.()
    if (down) throw new GatewayUnclearError('The gateway is down')
  }

  const gateway: Gateway = {
    name: 'test',
    methods: { USD: ['web', 'ecocash'], ZWG: ['web'] },
    initiate: async ({ reference, amountMinor, currency }) => {
      const happens = fault
      fault = 'none'
      await pass()
      if (happens === 'refused') throw new PaymentRefusedError('No')
      if (happens === 'lost_before') throw new GatewayUnclearError('The request was lost')
      payments.set(reference, { reference, state: 'open', amountMinor, currency })
      if (happens === 'lost_after') throw new GatewayUnclearError('The response was lost')
      return { pageUrl: `https://gateway.example/${reference}`, handle: { token: reference }, raw: `taken ${reference}` }
    },
    read: async ({ reference }) => {
      const before = payments.get(reference)
      const copy = before && { ...before }
      await pass()
      if (!copy) return { found: false, raw: `none ${reference}` }
      const { reference: _reference, ...status } = copy
      const pageUrl = `https://gateway.example/${reference}`
      return { found: true, ...status, pageUrl, handle: { token: reference }, raw: JSON.stringify(copy) }
    },
    cancel: async ({ reference }) => {
      if (down) throw new GatewayUnclearError('The gateway is down')
      const payment = payments.get(reference)
      if (payment?.state === 'open') payment.state = 'cancelled'
    },
    verify: ({ body }): Notification => {
      const [seal, reference = '', messageId = ''] = body.split(' ')
      if (seal !== 'genuine') throw new UntrustedMessageError('The signature is invalid')
      return { reference, messageId }
    },
  }

  return {
    gateway,
    payments,
    failNext: (next: Fault) => {
      fault = next
    },
    setDown: (value: boolean) => {
      down = value
    },
    duringNext: (change: () => Promise<unknown>) => {
      meanwhile = change
    },
    message: (reference: string, id: string = randomUUID()) => `genuine ${reference} ${id}`,
  }
}
