import { vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contracts/shop/order.ts'
import { openFakeApi } from './fake-api.ts'
import { buildBook } from './items.ts'
import { openPage } from './open-page.tsx'

export type Attempt = NonNullable<Order['attempt']>

const ABOUT = `Two people and one roof. ${'What is built in a quarrel stands crooked. '.repeat(12)}\n\nIt ends well.`
const WEB = { gateway: 'test', method: 'web' } as const
export const ECOCASH = { gateway: 'test', method: 'ecocash' } as const

export function buildOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'one',
    state: 'unpaid',
    product: { kind: 'book', id: 'book-1', title: 'A House for Two' },
    amount: { currency: 'USD', minor: 120_450 },
    priceMinor: 120_450,
    rate: null,
    quote: 'stands',
    offers: [
      { currency: 'USD', amountMinor: 120_450, refused: null },
      { currency: 'ZWG', amountMinor: null, refused: 'no_rate' },
    ],
    ways: [WEB, ECOCASH],
    email: null,
    attempt: null,
    receiptNumber: null,
    receiptMail: null,
    link: null,
    refundedMinor: 0,
    returnUrl: `${location.origin}/bookshop`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

export function buildAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    state: 'open',
    ...WEB,
    phone: null,
    address: '/sandbox-gateway/1',
    instructions: null,
    reason: null,
    expiresAt: null,
    ...changes,
  }
}

export async function openCheckout(changes: Partial<Order>, answers: Record<string, unknown> = {}, path = '/checkout/one') {
  const api = openFakeApi({
    '/orders/one': buildOrder(changes),
    '/books/book-1': buildBook({ title: 'A House for Two', price: 1204.5, description: ABOUT, previewUrl: 'preview.pdf' }),
    '/owned-items': { items: [] },
    ...answers,
  })
  const { unmount } = await openPage(path)
  return { ...api, unmount }
}

export const pay = page.getByRole('button', { name: 'Pay $1,204.50' })
export const email = page.getByLabelText('Your email address')
export const heading = (name: string | RegExp) => page.getByRole('heading', { name })

/** Blocks localStorage, as in a browser whose settings block all site data. */
export function blockStorage() {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    const original = Storage.prototype[method] as (...given: unknown[]) => never
    vi.spyOn(Storage.prototype, method).mockImplementation(function (this: Storage, ...given: unknown[]) {
      if (this === localStorage) throw new DOMException('Blocked', 'SecurityError')
      return original.apply(this, given)
    })
  }
}
