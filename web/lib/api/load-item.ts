import { data, redirect } from 'react-router'
import type { ItemDetails } from '#contracts/item.ts'
import { type Api, ApiError } from './api.ts'

/**
 * Loads the item of a page for a loader. A former slug leads to the current one; a page whose item is not there, or was deleted, gets
 * the status of the API's answer. `sharePicture` is then a URL.
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
  return { ...item, sharePicture: item.sharePicture && api.media(item.sharePicture) }
}
