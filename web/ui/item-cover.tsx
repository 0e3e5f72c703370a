import type { OpenableItem } from '#web/lib/access/item-access.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { CoverPlaceholder } from './cover-placeholder.tsx'
import { Picture } from './picture.tsx'

/** Cover of an item, filling its box; without a cover, the title on the category's colour. A cover beside the title has an empty label. */
export function ItemCover({
  item,
  label = `Cover of ${item.title}`,
  sizes,
  priority,
}: {
  item: OpenableItem['item']
  label?: string
  sizes: string
  priority?: boolean
}) {
  const isEpisode = 'host' in item
  const by = isEpisode ? item.host : item.author
  const colour = categoryColour(item.categories)
  return (
    <Picture
      picture={item.cover}
      alt={label}
      sizes={sizes}
      priority={priority}
      fallback={<CoverPlaceholder square={isEpisode} title={item.title} by={by} label={label} colour={colour} />}
    />
  )
}
