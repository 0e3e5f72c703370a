import type { Podcast } from '#contracts/podcast.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** The cover of the episode; decorative, since its title stands beside it. */
export function EpisodeCover({ item, sizes }: { item: Podcast; sizes: string }) {
  return (
    <Picture
      picture={item.cover}
      alt=""
      sizes={sizes}
      priority
      fallback={<CoverPlaceholder square title={item.title} by={item.host} label="" colour={categoryColour(item.categories)} />}
    />
  )
}
