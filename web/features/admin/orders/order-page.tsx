import { useCallback, useState } from 'react'
import toast from 'react-hot-toast'
import { useLocation, useOutletContext, useParams } from 'react-router'
import type { OrderDetails, OrderSummary } from '#contracts/order-admin.ts'
import { LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import type { AdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { useRead } from '#web/features/admin/kit/use-read.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { fetchOrder } from './order-source.ts'
import { OrderView } from './order-view.tsx'
import { type OrderAction, ReasonDialog } from './reason-dialog.tsx'

/** One order with all that happened to it. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  const list = useOutletContext<AdminList<OrderSummary>>()
  const read = useCallback((init: RequestInit) => fetchOrder(id, init), [id])
  const { value: order, failure, set, reload } = useRead(read, 'Failed to fetch the order')
  const [deed, setDeed] = useState<OrderAction>()
  const back = `/admin/orders${search}`

  function changeTo(changed: OrderDetails) {
    set(changed)
    list.replace(changed)
  }

  if (order)
    return (
      <>
        <OrderView order={order} back={back} onChanged={changeTo} onAsk={setDeed} />
        <ReasonDialog
          orderId={id}
          deed={deed}
          onClose={() => setDeed(undefined)}
          onDone={(changed) => {
            setDeed(undefined)
            changeTo(changed)
            toast.success('Noted')
          }}
        />
      </>
    )
  if (!failure) return <LoadingList />
  return (
    <div className="py-12 text-center">
      <p className="mb-5">
        {failure === 'gone' ? 'There is no such order.' : 'The order could not be read. Check the connection and try again.'}
      </p>
      <div className="flex justify-center gap-3">
        {failure === 'unreachable' && (
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        )}
        <ButtonLink to={back} variant="outline" size="small">
          Back to the list
        </ButtonLink>
      </div>
    </div>
  )
}
