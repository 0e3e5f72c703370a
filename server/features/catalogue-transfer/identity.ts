import { allItems, type ItemService } from './item-service.ts'
import type { Sheet } from './sheets.ts'

/** What makes two items the same one: title, maker and the content of what is read or heard. */
export function identify(title: string, maker: string, sha256: string): string {
  return JSON.stringify([title, maker, sha256])
}

/** The identities of everything that is there. */
export async function identitiesOf(service: ItemService, sheet: Sheet): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const item of allItems(service))
    found.add(identify(item.title, item[sheet.maker] ?? '', (item[sheet.content.key] ?? '').slice(0, 64)))
  return found
}
