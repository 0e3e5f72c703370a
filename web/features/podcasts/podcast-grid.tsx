import Mic from 'lucide-react/icons/mic'
import type { Podcast } from '#contracts/podcast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PodcastCard } from './podcast-card.tsx'

const GRID = 'grid gap-x-6 gap-y-12 sm:grid-cols-2 md:grid-cols-3 lg:gap-x-9'
/** Beside a column of text */
const NARROW_GRID = 'grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:gap-x-9'

/** A grid of episodes. */
export function PodcastGrid({ podcasts, narrow = false }: { podcasts: Podcast[]; narrow?: boolean }) {
  if (podcasts.length === 0)
    return (
      <EmptyState icon={<Mic />} title="The microphone is warming up">
        <p>There are no episodes to show here just now. Please come back soon.</p>
      </EmptyState>
    )
  return (
    <ul className={narrow ? NARROW_GRID : GRID}>
      {podcasts.map((podcast) => (
        <li key={podcast.id} className="min-w-0">
          <PodcastCard podcast={podcast} />
        </li>
      ))}
    </ul>
  )
}

/** The skeleton of the grid while it loads. */
export function PodcastGridLoading({ count, narrow = false }: { count: number; narrow?: boolean }) {
  return (
    <div className={narrow ? NARROW_GRID : GRID}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
        <div key={index} className="grid grid-cols-[min(7rem,36%)_1fr] gap-x-5 *:bg-rule/60 sm:grid-cols-1 in-[.on-dark]:*:bg-night-2">
          <div className="aspect-square rounded-control" />
          <div className="mt-2 h-7 w-4/5 rounded-xs sm:mt-5" />
          <div className="col-span-2 mt-4 mb-16 h-16 rounded-xs sm:col-span-1" />
        </div>
      ))}
    </div>
  )
}
