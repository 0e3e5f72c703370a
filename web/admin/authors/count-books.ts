import { adminApi } from '#web/admin/kit/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'

/** Counts the books that have an author's name, whether published, unpublished or in the bin. */
export async function countBooks(author: string, init?: RequestInit): Promise<number> {
  const count = async (filter: { state?: 'bin' }) => (await adminApi.list('/admin/books', { author, limit: 1, ...filter }, init)).total
  const [kept, inBin] = await Promise.all([count({}), count({ state: 'bin' })])
  return kept + inBin
}

/**
 * Describes the books that carry an author's name: `3 books carry the name Rudo Old.`
 * @param listed number of these books that the public lists include
 */
export function describeBooks(name: string, books: number, listed: number): string {
  const sentence = `${pluralize(books, 'book carries', 'books carry')} the name ${name}.`
  const others = books - listed
  if (others <= 0) return sentence
  const which =
    others < books ? `${others.toLocaleString('en')} of them ${others === 1 ? 'is' : 'are'}` : books === 1 ? 'It is' : 'They are'
  return `${sentence} ${which} not listed on the site: drafts, hidden or withdrawn books, or books in the bin.`
}
