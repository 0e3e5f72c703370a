import type { Podcast } from '#contracts/podcast.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** An episode's square cover, filling its box; without one, its title on its category's colour. */
export function PodcastCover({ podcast, sizes }: { podcast: Podcast; sizes: string }) {
  const label = `Cover of ${podcast.title}`
  return (
    <Picture
      picture={podcast.cover}
      alt={label}
      sizes={sizes}
      fallback={
        <CoverPlaceholder square title={podcast.title} by={podcast.host} label={label} colour={categoryColour(podcast.categories)} />
      }
    />
  )
}
