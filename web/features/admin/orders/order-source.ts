import { type GrantForm, OrderDetails, type OrderSummary } from '#contracts/order-admin.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export type OrderFilters = { state: string }

export const orderSource: ListSource<OrderSummary, OrderFilters> = {
  list: (query, init) => adminApi.list<OrderSummary>('/admin/orders', query, init),
  toasts: { fetchFailed: 'Failed to fetch orders' },
}

const path = (id: string) => `/admin/orders/${encodeURIComponent(id)}`

export async function fetchOrder(id: string, init: RequestInit): Promise<OrderDetails> {
  return OrderDetails.parse(await (await adminApi.call(path(id), init)).json())
}

/** What is done to an attempt of an order; all but asking the gateway wants a reason. */
export type AttemptAction = 'check' | 'refunded' | 'settle'

export async function runAttemptAction(order: string, attempt: string, deed: AttemptAction, reason?: string): Promise<OrderDetails> {
  const address = `${path(order)}/attempts/${encodeURIComponent(attempt)}/${deed}`
  return OrderDetails.parse(await send('POST', address, deed === 'check' ? {} : { reason }))
}

export async function grantItem(form: GrantForm): Promise<OrderDetails> {
  return OrderDetails.parse(await send('POST', '/admin/orders/grants', form))
}

export async function revokeGrant(order: string, reason: string): Promise<OrderDetails> {
  return OrderDetails.parse(await send('POST', `${path(order)}/grant/revoke`, { reason }))
}
