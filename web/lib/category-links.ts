import { CATEGORIES } from '#contracts/catalogue/categories.ts'

/** Returns an item's categories with links to filtered lists. Unknown categories have no link. */
export function categoryLinks(categories: string[], path: string): { text: string; to?: string }[] {
  return categories.map((text) => ({
    text,
    ...(CATEGORIES.some((known) => known === text) && { to: `${path}?category=${encodeURIComponent(text)}` }),
  }))
}
