import { z } from 'zod'

/** Number of items in one sitemap file. Search engines accept up to 50,000; smaller files change less often. */
export const SITEMAP_ITEMS = 1000

export const SitemapQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

/** Item in the sitemap. */
export const SitemapItem = z.object({
  slug: z.string(),
  image: z.string().meta({ description: 'Image of the item: a cover or a photo, as in the list of items' }),
  updatedAt: z.iso.datetime(),
})
export type SitemapItem = z.infer<typeof SitemapItem>

/** Series of books in the sitemap. */
export const SitemapSeries = SitemapItem.omit({ image: true })
