import type { CatalogueBook } from '#web/lib/api/api.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** A book's cover, filling its box; without one, its title on its category's colour. */
export function BookCover({ book, sizes }: { book: CatalogueBook; sizes: string }) {
  const label = `Cover of ${book.title}`
  return (
    <Picture
      picture={book.cover}
      alt={label}
      sizes={sizes}
      fallback={<CoverPlaceholder title={book.title} by={book.author} label={label} colour={categoryColour(book.categories)} />}
    />
  )
}
