import type { Author } from '#contracts/catalogue/author.ts'
import { Picture, type PictureLoading } from '#web/ui/picture.tsx'

/** Photo of an author that fills its container; authors without a photo are represented by their initials. */
export function AuthorPhoto({ author, sizes, loading }: { author: Author; sizes: string; loading?: PictureLoading }) {
  return (
    <Picture
      picture={author.picture}
      alt={author.photoAlt ? `${author.name}: ${author.photoAlt}` : `Photo of ${author.name}`}
      sizes={sizes}
      loading={loading}
      fallback={
        <span
          role="img"
          aria-label={`Photo of ${author.name}`}
          className="grid size-full place-items-center bg-night font-serif text-[clamp(2rem,30cqi,5rem)] text-lamp-2"
        >
          <span aria-hidden>{initials(author.name)}</span>
        </span>
      }
    />
  )
}

/** Returns the first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words.at(0), words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
