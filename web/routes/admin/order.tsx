import { useState } from 'react'
import { useLocation, useOutletContext } from 'react-router'
import { OrderDetails, type OrderSummary } from '#contracts/shop/order-admin.ts'
import { read } from '#web/admin/kit/api.ts'
import { LoadingList } from '#web/admin/kit/list/list-body.tsx'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { useOpenedRow } from '#web/admin/kit/list/use-list-place.ts'
import { LoadFailure } from '#web/admin/kit/load-failure.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { OrderView } from '#web/admin/orders/order-view.tsx'
import { type OrderAction, ReasonDialog } from '#web/admin/orders/reason-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import type { Route } from './+types/order.ts'

export const meta = adminMeta('Order')

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { loading: startLoading(() => read(OrderDetails, `/admin/orders/${encodeURIComponent(params.id)}`)) }
}

export default function AdminOrder({ params: { id }, loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const list = useOutletContext<AdminList<OrderSummary>>()
  useOpenedRow(list, id)
  const { value: order, failure, set, reload } = useLoaded(loaderData.loading, 'Failed to fetch the order')
  const [action, setAction] = useState<OrderAction>()
  const back = `/admin/orders${search}`

  function changeTo(changed: OrderDetails) {
    set(changed)
    list.replace(changed)
  }

  if (order)
    return (
      <>
        <OrderView order={order} back={back} onChanged={changeTo} onAsk={setAction} />
        <ReasonDialog
          orderId={id}
          action={action}
          onClose={() => setAction(undefined)}
          onDone={(changed) => {
            setAction(undefined)
            changeTo(changed)
            toast.success('Saved')
          }}
        />
      </>
    )
  if (!failure) return <LoadingList />
  return <LoadFailure failure={failure} noun="order" gone="Order not found." back={back} onRetry={reload} />
}
