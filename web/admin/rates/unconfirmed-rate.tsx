import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { Rate } from '#contracts/shop/rate.ts'
import { post } from '#web/admin/kit/api.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatChange } from './format-rate.ts'

/** Exchange rate that changed by an implausible amount. The rate is not used until an administrator confirms it. */
export function UnconfirmedRate({ rate, onConfirmed }: { rate: Rate; onConfirmed: () => void }) {
  const { zone } = useShopTime()
  const [asked, setAsked] = useState(false)
  const change = formatChange(rate.changePercent ?? 0)

  const { busy, run, problem, forget } = useAdminAction(async () => {
    await post(Rate, `/rates/${encodeURIComponent(rate.id)}/confirm`, {})
    toast.success('Rate confirmed')
    setAsked(false)
    onConfirmed()
  }, 'Failed to confirm the rate')

  return (
    <Callout as="section" aria-label="Unconfirmed rate" className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
      <Clock aria-hidden className="size-6 shrink-0 text-lamp-deep" />
      <div className="wrap-anywhere min-w-0 flex-1 basis-64 text-base">
        <p>
          <strong className="tabular-nums">{rate.zwgPerUsd}</strong> of {formatDate(rate.asOf, zone)} needs confirmation: it is {change}{' '}
          than the current rate.
        </p>
        <p className="text-soft">It is not used until you confirm it. If it is wrong, enter the correct rate.</p>
      </div>
      <Button
        size="small"
        onClick={() => {
          forget()
          setAsked(true)
        }}
      >
        Confirm
      </Button>
      <ConfirmDialog
        open={asked}
        title={`Use the rate ${rate.zwgPerUsd}?`}
        message={problem ?? `From now on buyers pay ${change} ZWG for a dollar. Existing orders keep their amounts.`}
        confirm="Confirm the rate"
        danger={false}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setAsked(false)}
      />
    </Callout>
  )
}
