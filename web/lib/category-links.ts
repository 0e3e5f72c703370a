import { CATEGORIES } from '#contracts/categories.ts'

/** An item's categories with the lists that are filtered by them; others are names only. */
export function categoryLinks(categories: string[], path: string): { text: string; to?: string }[] {
  return categories.map((text) => ({
    text,
    ...(CATEGORIES.some((known) => known === text) && { to: `${path}?category=${encodeURIComponent(text)}` }),
  }))
}
