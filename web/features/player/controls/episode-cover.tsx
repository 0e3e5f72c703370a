import type { Podcast } from '#contracts/podcast.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** The cover of what is playing. It says nothing that the words beside it don't. */
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
