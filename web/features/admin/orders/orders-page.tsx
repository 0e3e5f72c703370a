import { useOutlet, useSearchParams } from 'react-router'
import { useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { OrderList } from './order-list.tsx'
import { orderSource } from './order-source.ts'

/** The page of the orders. The list stays in memory while one of them, a route below it, is open in its place. */
export function OrdersPage() {
  const [params] = useSearchParams()
  const orderIsOpen = useOutlet() !== null
  const filters = { state: params.get('state') ?? '' }
  const list = useAdminList(orderSource, { q: params.get('q') ?? '', filters, shown: !orderIsOpen })
  const order = useOutlet(list)
  return order ?? <OrderList list={list} />
}
