import type { OpenableItem } from '#web/lib/access/item-access.ts'
import { categoryColor } from '#web/lib/category-color.ts'
import { CoverPlaceholder } from './cover-placeholder.tsx'
import { Picture, type PictureLoading } from './picture.tsx'

/**
 * Cover of an item, which fills its container. An item without a cover gets its title on the color of its category. The label is empty for
 * a cover beside the item's title.
 */
export function ItemCover({
  item,
  label = coverLabel(item),
  sizes,
  loading,
}: {
  item: OpenableItem['item']
  label?: string
  sizes: string
  loading?: PictureLoading
}) {
  const isEpisode = 'host' in item
  const by = isEpisode ? item.host : item.author
  const color = categoryColor(item.categories)
  return (
    <Picture
      picture={item.cover}
      alt={label}
      sizes={sizes}
      loading={loading}
      fallback={<CoverPlaceholder square={isEpisode} title={item.title} by={by} label={label} color={color} />}
    />
  )
}

/** Returns the alternative text of a cover. Items that were stored in the browser by earlier versions have no description of their cover. */
function coverLabel({ title, coverAlt }: { title: string; coverAlt?: string }): string {
  return coverAlt ? `Cover of ${title}: ${coverAlt}` : `Cover of ${title}`
}
