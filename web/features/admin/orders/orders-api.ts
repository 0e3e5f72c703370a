import { type GrantForm, OrderDetails, type OrderSummary } from '#contracts/order-admin.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export const orderSource: ListSource<OrderSummary> = {
  list: (query) => adminApi.list('/admin/orders', query),
  toasts: { fetchFailed: 'Failed to fetch orders' },
}

const path = (id: string) => `/admin/orders/${encodeURIComponent(id)}`

export async function fetchOrder(id: string): Promise<OrderDetails> {
  return OrderDetails.parse(await (await adminApi.call(path(id))).json())
}

/** All but asking the gateway require a reason. */
export type AttemptAction = 'check' | 'refunded' | 'settle'

export async function runAttemptAction(order: string, attempt: string, action: AttemptAction, reason?: string): Promise<OrderDetails> {
  const url = `${path(order)}/attempts/${encodeURIComponent(attempt)}/${action}`
  return OrderDetails.parse(await send('POST', url, action === 'check' ? {} : { reason }))
}

export async function grantItem(form: GrantForm): Promise<OrderDetails> {
  return OrderDetails.parse(await send('POST', '/admin/orders/grants', form))
}

export async function revokeGrant(order: string, reason: string): Promise<OrderDetails> {
  return OrderDetails.parse(await send('POST', `${path(order)}/grant/revoke`, { reason }))
}
