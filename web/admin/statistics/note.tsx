import { zoneTitle } from '#contracts/shop/shop-time.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { timeName } from './periods.ts'

/** Explanation of how the statistics are counted, displayed beside the figures. */
export function StatisticsNote({ from }: { from: string | null }) {
  const { zone } = useShopTime()
  return (
    <div className="mt-10 grid max-w-2xl gap-2 text-sm text-soft">
      <p>
        Visitors are not tracked: there is no cookie, and no address is stored. A visitor who comes twice counts twice, and purchases are
        compared with the page views of the same days, not of the same people. Purchases count even if they were refunded later.
      </p>
      <p>
        Robots and pages loaded in advance are not counted as far as they can be recognized. One network adds at most 60 an hour to each
        figure of an item. Days are in {zoneTitle(zone)}
        {from && `; this view begins on ${timeName(from)}`}. Podcast apps are not counted, and the latest figures are a few seconds old.
      </p>
    </div>
  )
}
