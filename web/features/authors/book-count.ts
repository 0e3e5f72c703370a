import { pluralize } from '#web/lib/plural.ts'

/** "1 Book", "0 Books", "1,204 Books". */
export function bookCount(count: number): string {
  return pluralize(count, 'Book')
}
