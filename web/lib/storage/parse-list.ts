/** A list that was stored as JSON, without the items that are not valid; empty when the text is no list. */
export function parseList<Item extends object>(text: string | null, isItem: (value: Partial<Item>) => boolean): Item[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((value) => isItem(value ?? {})) : []
  } catch {
    return []
  }
}
