import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StagePanel } from './stage-panel.tsx'
import { type ReorderState, useReorder } from './use-reorder.ts'

/** An unpaid order that no longer says what the item costs. It leads to the one that does, where the new price stands. */
export function Outdated({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { reorder, failure } = useReorder(order, onOrder)
  const { before } = (useLocation().state as ReorderState) ?? {}
  // A price that changes faster than it can be shown is asked for by hand.
  const [asking, setAsking] = useState(!before)

  async function ask() {
    setAsking(true)
    await reorder(order.amount.currency, { before: order.amount })
    setAsking(false)
  }

  const askAtOnce = useEffectEvent(() => {
    if (asking) void ask()
  })
  useEffect(() => askAtOnce(), [])

  return (
    <StagePanel title="The price has changed since">
      {asking ? (
        <p role="status" className="mt-3 flex items-center gap-3">
          <Spinner className="text-lamp" />
          Today’s price is being looked up. Nothing was charged.
        </p>
      ) : (
        <>
          <p className="mt-3">This order was not paid.</p>
          <Button className="mt-6" onClick={ask}>
            See today’s price
          </Button>
        </>
      )}
      <p role="alert" className="mt-4 font-semibold text-base text-brick empty:hidden">
        {failure}
      </p>
    </StagePanel>
  )
}
