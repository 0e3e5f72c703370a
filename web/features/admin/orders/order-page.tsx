import { useState } from 'react'
import toast from 'react-hot-toast'
import { useLocation, useOutletContext } from 'react-router'
import type { OrderDetails, OrderSummary } from '#contracts/order-admin.ts'
import { LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import type { AdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { LoadFailure } from '#web/features/admin/kit/load-failure.tsx'
import { useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { OrderView } from './order-view.tsx'
import { type OrderAction, ReasonDialog } from './reason-dialog.tsx'

/** One order with its payment attempts. */
export function OrderPage({ id, loading }: { id: string; loading: Promise<OrderDetails> }) {
  const { search } = useLocation()
  const list = useOutletContext<AdminList<OrderSummary>>()
  const { value: order, failure, set, reload } = useLoaded(loading, 'Failed to fetch the order')
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
            toast.success('Noted')
          }}
        />
      </>
    )
  if (!failure) return <LoadingList />
  return <LoadFailure failure={failure} noun="order" gone="There is no such order." back={back} onRetry={reload} />
}
