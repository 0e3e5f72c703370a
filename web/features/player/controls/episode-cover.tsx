import type { Podcast } from '#contracts/podcast.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TitlePlate } from '#web/ui/title-plate.tsx'

/** The cover of what is playing. It says nothing that the words beside it don't. */
export function EpisodeCover({ item, sizes }: { item: Podcast; sizes: string }) {
  return (
    <Picture
      picture={item.cover}
      alt=""
      sizes={sizes}
      priority
      fallback={<TitlePlate square title={item.title} by={item.host} label="" colour={categoryColour(item.categories)} />}
    />
  )
}
