import { data, redirect } from 'react-router'
import type { ItemDetails } from '#contracts/catalogue/item.ts'
import { type Api, ApiError } from './api.ts'

/**
 * Loads an item for the loader of the item's page. A former slug redirects to the current slug. The page of a missing or deleted item gets
 * the status of the API's response. Image paths are converted to URLs.
 */
export async function loadItem<Item extends ItemDetails & { slug: string }>(
  api: Api,
  found: Promise<Item>,
  { path, slug }: { path: string; slug: string },
): Promise<Item> {
  const item = await found.catch((error: unknown) => {
    throw error instanceof ApiError ? data(null, { status: error.problem.status }) : error
  })
  if (item.slug !== slug) throw redirect(`${path}/${item.slug}`, 308)
  const { coverJpeg, sharePicture } = item
  return { ...item, coverJpeg: coverJpeg && api.media(coverJpeg), sharePicture: sharePicture && api.media(sharePicture) }
}
