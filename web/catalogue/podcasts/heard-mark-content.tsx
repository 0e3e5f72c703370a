import Check from 'lucide-react/icons/check'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { parseDuration } from '#contracts/listening/duration.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useHeard } from '#web/lib/places/episode-places.ts'

/** Says on a cover that an episode was played, or how much of it. */
export function HeardMarkContent({ episode }: { episode: Podcast }) {
  const heard = useHeard(episode.id)
  if (heard === undefined) return null
  if (heard === 'played')
    return (
      <p className="pointer-events-none absolute top-1.5 right-1.5 z-10 flex items-center gap-1 rounded-full bg-night/85 px-2 py-0.5 font-semibold text-moon text-sm">
        <Check aria-hidden className="size-4" />
        Played
      </p>
    )
  const length = episode.durationSeconds || parseDuration(episode.duration)
  const left = Math.max(1, Math.ceil((length - heard) / 60))
  return (
    <p className="pointer-events-none absolute inset-x-0 bottom-0 z-10 h-1.5 bg-night/70">
      <span className="sr-only">Begun, {pluralize(left, 'minute')} left</span>
      <span
        aria-hidden
        className="block h-full origin-left bg-lamp-2"
        style={{ transform: `scaleX(${Math.min(1, heard / Math.max(1, length))})` }}
      />
    </p>
  )
}
