/** The six categories that the shop sorts by, in the order in which filters offer them. */
export const CATEGORIES = [
  'Relationship Coaching',
  'Ladies Empowerment',
  'Gents Empowerment',
  'Spiritual and Personal Development',
  'Teen Coaching',
  'Book Writing',
] as const

/** The filter's first choice. It stands for no filter and is never stored with an item. */
export const ALL_CATEGORIES = 'All'

/** Splits comma-separated text, trims, drops what is empty or repeated, and gives known categories their usual spelling. */
export function parseCategories(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map((name) => CATEGORIES.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name)
  return [...new Set(names)]
}
