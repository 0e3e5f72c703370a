const fold = (name: string) => name.toLowerCase().replaceAll(/\s+/g, '')

/** Returns whether the author is the founder, ignoring case and spaces like the API. The founder's books are not in the bookshop. */
export function isFounder(author: string, founder: string): boolean {
  return fold(author) === fold(founder)
}
