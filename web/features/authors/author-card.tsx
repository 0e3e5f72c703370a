import { useId } from 'react'
import type { Author } from '#contracts/author.ts'
import { AuthorPhoto } from './author-photo.tsx'
import { bookCount } from './book-count.ts'
import { ProfileWithoutScripts } from './profile-without-scripts.tsx'

/** An author in a grid. The whole card opens the profile. */
export function AuthorCard({ author, priority, onView }: { author: Author; priority?: boolean; onView: () => void }) {
  const nameId = useId()
  return (
    <article className="group relative flex h-full min-w-0 flex-col">
      <div className="aspect-4/5 overflow-hidden rounded-control bg-rule shadow-cover">
        <div className="@container size-full transition-transform duration-500 ease-out group-hover:scale-[1.03] group-has-[button:focus-visible]:scale-[1.03]">
          <AuthorPhoto author={author} priority={priority} sizes="(width >= 75rem) 360px, (width >= 48rem) 30vw, 45vw" />
        </div>
      </div>
      <h3 id={nameId} dir="auto" className="mt-4 line-clamp-3 text-title-xs [overflow-wrap:anywhere] md:mt-5 md:text-title-md">
        {author.name}
      </h3>
      <p className="mt-1 text-sm text-soft tabular-nums md:text-base">{bookCount(author.books)}</p>
      <p dir="auto" className="mt-3 line-clamp-3 text-md leading-normal [overflow-wrap:anywhere] max-sm:hidden">
        {author.bio}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={nameId}
        onClick={onView}
        className="mt-auto flex min-h-11 items-center self-start pt-3 text-left text-base after:absolute after:inset-0"
      >
        <span className="text-link">View Profile</span>
      </button>
      <noscript>{import.meta.env.SSR && <ProfileWithoutScripts author={author} nameId={nameId} />}</noscript>
    </article>
  )
}
