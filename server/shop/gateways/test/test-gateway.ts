import { createHash, createHmac } from 'node:crypto'
import type { TestGatewayAction } from '#contracts/shop/test-gateway.ts'
import { isSameSecret } from '#server/platform/digest.ts'
import {
  type Gateway,
  type GatewayMessage,
  GatewayUnclearError,
  type Initiated,
  type Notification,
  PaymentRefusedError,
  type PaymentRequest,
  type PaymentStatus,
  UntrustedMessageError,
} from '#server/shop/gateways/gateway.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import type { TestGatewayPayment, TestGatewayStore } from './test-gateway.store.ts'
import { actionsFor, asOf, changeBy, simulatedPhone } from './test-gateway-actions.ts'

/** Time after which an open test payment expires. */
const EXPIRES_MS = 60 * 60 * 1000

export type TestGateway = ReturnType<typeof createTestGateway>

/** Test payment with its available actions, for the page of the test gateway. */
export type VisibleTestGatewayPayment = TestGatewayPayment & { actions: readonly TestGatewayAction[] }

/**
 * Creates the test gateway inside the server, which moves no money: for development, demonstrations and tests. Its page is at
 * `/sandbox-gateway/{reference}` and uses `actions`. Simulated phones respond to payment prompts.
 * @param key signs the notifications
 */
export function createTestGateway({ store, key, now }: { store: TestGatewayStore; key: string; now: () => Date }) {
  let notify: (message: GatewayMessage) => unknown = () => undefined
  const messages = createTestGatewayMessages(key)
  const methods = ['web', 'ecocash', 'onemoney'] as const

  async function initiate(request: PaymentRequest): Promise<Initiated> {
    const phone = request.method === 'web' ? undefined : simulatedPhone(localPhone(request.phone ?? ''))
    if (phone && 'refuses' in phone) throw new PaymentRefusedError(phone.refuses)
    const { reference, title, amountMinor, currency, method, returnUrl, cancelUrl } = request
    const createdAt = now()
    const stateAt = new Date(createdAt.getTime() + (phone?.afterMs ?? EXPIRES_MS))
    const nextState = phone?.becomes ?? 'expired'
    const known = { reference, title, amountMinor, currency, method }
    const payment: TestGatewayPayment = { ...known, state: 'open', nextState, stateAt, returnUrl, cancelUrl, createdAt }
    await orUnclear(store.insert(payment))
    if (phone) settleAt(reference, stateAt)
    return {
      ...(phone
        ? {
            instructions: `This is a test: your phone receives nothing. A simulated phone responds after ${phone.afterMs / 1000} seconds.`,
          }
        : { pageUrl: pageOf(payment), expiresAt: stateAt }),
      handle: {},
      raw: describe(payment),
    }
  }

  async function read({ reference }: { reference: string }): Promise<PaymentStatus> {
    const payment = await orUnclear(store.find(reference))
    if (!payment) return { found: false, raw: JSON.stringify({ reference, found: false }) }
    const { state, amountMinor, currency, method } = asOf(payment, now())
    return {
      found: true,
      state,
      amountMinor,
      currency,
      ...(method === 'web' && { pageUrl: pageOf(payment) }),
      raw: describe({ ...payment, state }),
    }
  }

  async function find(reference: string): Promise<VisibleTestGatewayPayment | undefined> {
    const payment = await store.find(reference)
    if (!payment) return undefined
    const current = asOf(payment, now())
    return { ...current, actions: actionsFor(current.state) }
  }

  /** Applies an action to a test payment. @returns the new state, if it changed */
  async function change(reference: string, action: TestGatewayAction) {
    const kept = await store.find(reference)
    const to = kept && changeBy(asOf(kept, now()), action, now())
    if (!kept || !to || !(await store.update(reference, kept, to))) return undefined
    if (to.nextState === 'paid' && to.stateAt) settleAt(reference, to.stateAt)
    return to.state === kept.state ? undefined : to.state
  }

  /** Applies an action from the test gateway's page, unless the action is no longer available. Returns the current payment. */
  async function act(reference: string, action: TestGatewayAction): Promise<VisibleTestGatewayPayment | undefined> {
    const state = await change(reference, action)
    if (state) await notify(messages.write({ reference, state, at: now() }))
    return find(reference)
  }

  /** Applies a scheduled change at its time and sends the notification, which is lost if the server stops earlier. */
  function settleAt(reference: string, moment: Date) {
    const settle = async () => {
      const kept = await store.find(reference)
      const current = kept && asOf(kept, now())
      if (!kept || !current || current.state === kept.state) return
      if (!(await store.update(reference, kept, current))) return
      await notify(messages.write({ reference, state: current.state, at: now() }))
    }
    setTimeout(() => settle().catch(() => undefined), Math.max(0, moment.getTime() - now().getTime()) + 10).unref()
  }

  const gateway: Gateway = {
    name: 'test',
    isTrial: true,
    methods: { USD: methods, ZWG: methods },
    initiate,
    read,
    verify: messages.verify,
    cancel: async ({ reference }) => {
      await orUnclear(change(reference, 'cancel'))
    },
  }
  return {
    gateway,
    actions: { find, act },
    /** Sets the receiver of notifications, like the webhook URL of a real gateway. */
    connect: (receive: typeof notify) => {
      notify = receive
    },
  }
}

function pageOf({ returnUrl, reference }: TestGatewayPayment) {
  return `${new URL(returnUrl).origin}/sandbox-gateway/${reference}`
}

function orUnclear<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw new GatewayUnclearError('The payments of the test gateway can’t be read or stored', { cause: error })
  })
}

function describe({ reference, state, amountMinor, currency }: TestGatewayPayment) {
  return JSON.stringify({ reference, state, amountMinor, currency })
}

const SIGNATURE_HEADER = 'x-test-signature'

/** Creates functions that write and verify the test gateway's notifications. */
export function createTestGatewayMessages(key: string) {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest('hex')

  return {
    write: (content: { reference: string; state: string; at: Date }): GatewayMessage => {
      const body = JSON.stringify(content)
      return { body, headers: { [SIGNATURE_HEADER]: sign(body) } }
    },

    verify: ({ body, headers }: GatewayMessage): Notification => {
      if (!isSameSecret(String(headers[SIGNATURE_HEADER] ?? ''), sign(body))) throw new UntrustedMessageError('The signature is invalid')
      const { reference } = JSON.parse(body) as { reference: string }
      return { reference, messageId: createHash('sha256').update(`test\n${body}`).digest('hex') }
    },
  }
}
