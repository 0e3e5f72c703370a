/** Parses a list stored as JSON and omits invalid items. Returns an empty list if the text is not a list. */
export function parseList<Item extends object>(text: string | null, isItem: (value: Partial<Item>) => boolean): Item[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((value) => isItem(value ?? {})) : []
  } catch {
    return []
  }
}
