import { nameKey } from '#contracts/catalogue/name-key.ts'

/** Returns whether the author is the founder. The founder's books are not in the bookshop. */
export function isFounder(author: string, founder: string): boolean {
  return nameKey(author) === nameKey(founder)
}
