import { formatPrice } from '#contracts/shop/price.ts'
import type { NextEpisode } from './next-episode.ts'

/** Returns a description of the next episode, for the docked player and screen readers. */
export function describeNext({ item, program, opens }: NextEpisode): string {
  return `Next in ${program}: ${item.title}${opens ? '' : `, ${formatPrice(item.price)}`}`
}

/** Announces the next episode. The empty status is rendered beforehand, since screen readers only announce changes of a status. */
export function NextNotice({ next }: { next: NextEpisode | undefined }) {
  return (
    <p role="status" className="sr-only">
      {next && describeNext(next)}
    </p>
  )
}
