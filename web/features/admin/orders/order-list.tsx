import Gift from 'lucide-react/icons/gift'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OrderDetails, OrderSummary } from '#contracts/order-admin.ts'
import { ORDER_STATES } from '#contracts/payment.ts'
import { hasDraft } from '#web/features/admin/kit/form/drafts.ts'
import { FilterSelect } from '#web/features/admin/kit/list/filter-select.tsx'
import { SearchedList } from '#web/features/admin/kit/list/searched-list.tsx'
import type { AdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { useRowFocus } from '#web/features/admin/kit/list/use-row-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { GRANT_DRAFT, GrantDialog } from './grant-dialog.tsx'
import { ORDER_COLUMNS, OrderRow } from './order-row.tsx'
import { ORDER_STATE_LOOKS } from './state-badges.tsx'

/** The list of orders, with search, filter and the button that grants an item. */
export function OrderList({ list }: { list: AdminList<OrderSummary> }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  // A session may have ended while the dialog was filled in.
  const [granting, setGranting] = useState(() => hasDraft(GRANT_DRAFT))
  useRowFocus(list.items)

  function open(order: OrderDetails) {
    setGranting(false)
    list.add(order)
    navigate(`/admin/orders/${order.id}`)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>Orders</PageTitle>
        <Button size="small" onClick={() => setGranting(true)}>
          <Gift aria-hidden className="size-5" />
          Grant an item
        </Button>
      </div>
      <SearchedList
        list={list}
        label="Orders"
        one="order"
        many="orders"
        searchLabel="Search item, e-mail or number"
        filters={
          <div className="flex w-full sm:w-auto">
            <FilterSelect name="state" label="State" all="All states">
              <option value="refund_due">Refund due</option>
              {ORDER_STATES.map((state) => (
                <option key={state} value={state}>
                  {ORDER_STATE_LOOKS[state].label}
                </option>
              ))}
            </FilterSelect>
          </div>
        }
        filterNames={['state']}
        first="The first visitor who wants to buy makes one."
      >
        {(orders) => (
          <>
            <div aria-hidden className={`hidden gap-x-5 border-rule border-b pb-2 text-sm text-soft @4xl:grid ${ORDER_COLUMNS}`}>
              <span>Item</span>
              <span>E-mail</span>
              <span className="text-right">Amount</span>
              <span>State</span>
              <span className="text-right">Made</span>
            </div>
            <ul className="border-rule border-t @4xl:border-t-0">
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} to={`/admin/orders/${order.id}${search}`} />
              ))}
            </ul>
          </>
        )}
      </SearchedList>
      <GrantDialog open={granting} onClose={() => setGranting(false)} onGranted={open} />
    </>
  )
}
