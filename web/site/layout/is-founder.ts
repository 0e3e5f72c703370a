import { nameKey } from '#contracts/catalogue/name-key.ts'

/** Returns whether an author is the founder, whose books are not listed in the bookshop. */
export function isFounder(author: string, founder: string): boolean {
  return nameKey(author) === nameKey(founder)
}
