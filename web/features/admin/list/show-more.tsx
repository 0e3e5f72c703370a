import { Button } from '#web/ui/button.tsx'

export function ShowMore({
  shown,
  total,
  more,
  busy,
  onMore,
}: {
  shown: number
  total: number
  more: boolean
  busy: boolean
  onMore: () => void
}) {
  if (!more) return null
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
      <p className="text-base text-soft tabular-nums">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} shown
      </p>
      <Button variant="outline" size="small" busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
