import type { AttemptDetails, OrderDetails } from '#contracts/shop/order-admin.ts'

const AT = '2026-01-01T10:00:00.000Z'

/** Builds a payment of an order as administrators see it. */
export function buildAttempt(changes: Partial<AttemptDetails> = {}): AttemptDetails {
  return {
    id: 'attempt',
    state: 'paid',
    gateway: 'test',
    trial: false,
    method: 'web',
    reference: 'ref-1',
    gatewayReference: null,
    reason: null,
    createdAt: AT,
    paidAt: AT,
    expiresAt: null,
    nextCheckAt: null,
    unreadableSince: null,
    refundDue: null,
    amount: { currency: 'USD', minor: 799 },
    returns: [],
    events: [{ at: AT, from: 'open', to: 'paid', cause: 'gateway', detail: null }],
    messages: [{ at: AT, kind: 'reading', body: 'status=Paid&amount=7.99' }],
    ...changes,
  }
}

/** Builds a paid order as administrators see it. */
export function buildOrder(changes: Partial<OrderDetails> = {}): OrderDetails {
  return {
    id: 'one',
    state: 'paid',
    product: { kind: 'book', id: 'book-1', title: 'Sow in Season' },
    email: 'rudo@reader.example',
    amount: { currency: 'USD', minor: 799 },
    priceMinor: 799,
    rate: null,
    receiptNumber: 12,
    trial: false,
    refundDue: false,
    createdAt: AT,
    returnedMinor: 0,
    browsers: 1,
    receipt: { number: 12, email: 'rudo@reader.example', issuedAt: AT, sentAt: AT, mail: 'accepted', problem: null },
    grant: null,
    attempts: [buildAttempt()],
    ...changes,
  }
}
