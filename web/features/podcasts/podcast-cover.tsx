import type { Podcast } from '#contracts/podcast.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TitlePlate } from '#web/ui/title-plate.tsx'

/** An episode's square cover, filling its box; without one, its title on its category's colour. */
export function PodcastCover({ podcast, sizes }: { podcast: Podcast; sizes: string }) {
  const label = `Cover of ${podcast.title}`
  return (
    <Picture
      picture={podcast.cover}
      alt={label}
      sizes={sizes}
      fallback={<TitlePlate square title={podcast.title} by={podcast.host} label={label} colour={categoryColour(podcast.categories)} />}
    />
  )
}
