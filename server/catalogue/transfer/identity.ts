import { allItems, type ItemService } from './item-service.ts'
import type { Sheet } from './sheets.ts'

/** Returns the identity of an item: title, author or host, and the content file. */
export function identify(title: string, maker: string, sha256: string): string {
  return JSON.stringify([title, maker, sha256])
}

/** Returns the identities of all items of a kind. */
export async function identitiesOf(service: ItemService, sheet: Sheet): Promise<Set<string>> {
  const found = new Set<string>()
  const uploads = await service.findUploads?.()
  for await (const item of allItems(service)) {
    const key = item[sheet.content.key] ?? ''
    // The file in the table may be the uploaded original, or an export of the stored file.
    for (const sha256 of [key.slice(0, 64), uploads?.get(key)]) if (sha256) found.add(identify(item.title, item[sheet.maker] ?? '', sha256))
  }
  return found
}
