/** Categories of the shop, in the order in which filters display them. */
export const CATEGORIES = [
  'Relationship Coaching',
  'Ladies Empowerment',
  'Gents Empowerment',
  'Spiritual and Personal Development',
  'Teen Coaching',
  'Book Writing',
] as const

/** Short name of the category Spiritual and Personal Development. The page of this category's program lists items with either name */
export const PERSONAL_DEVELOPMENT = 'Personal Development'
const KNOWN: readonly string[] = [...CATEGORIES, PERSONAL_DEVELOPMENT]

/** First choice of the category filter, which selects all categories. Never stored with an item. */
export const ALL_CATEGORIES = 'All'

/** Splits comma-separated text, trims, removes empty names and repeated ones, regardless of case, and normalizes the spelling of known categories. */
export function parseCategories(text: string): string[] {
  return splitList(text).map((name) => KNOWN.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name)
}

/** Splits comma-separated text, trims, removes empty entries and repeated ones, regardless of case. */
export function splitList(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
  const key = (name: string) => name.toLowerCase()
  return names.filter((name, at) => names.findIndex((other) => key(other) === key(name)) === at)
}
