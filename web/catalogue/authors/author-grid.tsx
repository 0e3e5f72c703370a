import Users from 'lucide-react/icons/users'
import { useId } from 'react'
import type { Author } from '#contracts/catalogue/author.ts'
import { classNames } from '#web/lib/class-names.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useSite } from '#web/lib/site.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeletons } from '#web/ui/loading.tsx'
import { PAIR_WIDTH, type PictureLoading } from '#web/ui/picture.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'
import { AuthorPhoto } from './author-photo.tsx'

const GRID = 'grid pairs gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-4 md:gap-y-14 lg:gap-x-9'
/** Number of authors on the first screen */
const FIRST_ROW = 3

/** Authors in a grid. The founder comes first, across the width of the grid. */
export function AuthorGrid({
  authors,
  isFounder,
  onView,
  onIntent,
}: {
  authors: Author[]
  isFounder: (author: Author) => boolean
  onView: (author: Author) => void
  /** Called when a click is likely, to preload the profile's code */
  onIntent: () => void
}) {
  const { wording } = useSite()
  if (authors.length === 0)
    return (
      <EmptyState icon={<Users />} title={wording.authors.empty}>
        <p>There are no authors to show right now. Please come back soon.</p>
      </EmptyState>
    )
  const leader = authors.find(isFounder)
  return (
    <ul className={GRID} onPointerEnter={onIntent} onFocus={onIntent} onTouchStart={onIntent}>
      {leader && (
        <li className="col-span-full min-w-0 border-rule border-b pb-10 md:pb-14">
          <AuthorCard author={leader} loading="eager" isFounder onView={() => onView(leader)} />
        </li>
      )}
      {authors
        .filter((author) => author !== leader)
        .map((author, index) => (
          <li key={author.id} className="min-w-0">
            <AuthorCard author={author} loading={index < FIRST_ROW ? 'eager' : 'lazy'} onView={() => onView(author)} />
          </li>
        ))}
    </ul>
  )
}

export function AuthorGridLoading({ count }: { count: number }) {
  return (
    <div className={GRID}>
      <Skeletons count={count}>
        <div className="aspect-4/5 rounded-control bg-rule/70" />
        <div className="mt-5 h-6 w-4/5 rounded-xs bg-rule/70" />
        <div className="mt-3 h-4 w-1/3 rounded-xs bg-rule/50" />
        <div className="mt-4 mb-12 h-14 rounded-xs bg-rule/40 max-sm:hidden" />
      </Skeletons>
    </div>
  )
}

/** Card of an author in a grid. The whole card opens the profile. The founder's card is wide, with the photo beside the text. */
function AuthorCard({
  author,
  loading,
  isFounder: isWide = false,
  onView,
}: {
  author: Author
  loading: PictureLoading
  isFounder?: boolean
  onView: () => void
}) {
  const nameId = useId()
  const buttonId = useId()
  return (
    <article
      className={classNames(
        'group relative min-w-0',
        isWide
          ? 'grid grid-cols-[40%_minmax(0,1fr)] items-center gap-x-5 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:gap-x-12 lg:gap-x-16'
          : 'flex h-full flex-col',
      )}
    >
      <div className="aspect-4/5 overflow-hidden rounded-control bg-rule shadow-cover">
        <div className="@container size-full transition-transform duration-500 ease-out group-hover:scale-[1.03] group-has-[button:focus-visible]:scale-[1.03]">
          <AuthorPhoto
            author={author}
            loading={loading}
            sizes={`(min-width: 75rem) ${isWide ? 360 : 270}px, (min-width: 48rem) ${isWide ? 30 : 22}vw, ${PAIR_WIDTH}`}
          />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        {isWide && <p className="mb-2 font-semibold text-base text-lamp-deep">Founder</p>}
        <h3
          id={nameId}
          dir="auto"
          className={classNames(
            'relative z-10 line-clamp-3 self-start [overflow-wrap:anywhere]',
            isWide ? 'text-title-sm md:text-title-3xl' : 'mt-4 text-title-xs md:mt-5 md:text-title-sm',
          )}
        >
          <TitleLink to={`/authors/${author.slug}`}>{author.name}</TitleLink>
        </h3>
        <p className="mt-1 text-sm text-soft tabular-nums md:text-base">{pluralize(author.books, 'Book')}</p>
        <p
          dir="auto"
          className={classNames(
            'mt-2 text-base leading-normal [overflow-wrap:anywhere] md:mt-3 md:text-md',
            isWide ? 'line-clamp-4 max-w-[60ch] md:line-clamp-6 md:text-lg' : 'line-clamp-2 md:line-clamp-3',
          )}
        >
          {author.bio}
        </p>
        <button
          id={buttonId}
          type="button"
          aria-haspopup="dialog"
          aria-labelledby={`${buttonId} ${nameId}`}
          onClick={onView}
          className={classNames(
            'flex min-h-11 items-center self-start pt-3 text-left text-base after:absolute after:inset-0',
            !isWide && 'mt-auto',
          )}
        >
          <span className="text-link">View Profile</span>
        </button>
        <noscript>{import.meta.env.SSR && <ProfileWithoutScripts author={author} nameId={nameId} />}</noscript>
      </div>
    </article>
  )
}

/** Profile within the author's card, for browsers without scripts. Only the server renders it, so that no browser loads its code. */
function ProfileWithoutScripts({ author: { name, bio, books, socialLinks }, nameId }: { author: Author; nameId: string }) {
  return (
    <details className="pt-3 text-base">
      <summary aria-describedby={nameId} className="flex min-h-11 items-center">
        <span className="text-link">View Profile</span>
      </summary>
      <p dir="auto" className="whitespace-pre-line py-2 [overflow-wrap:anywhere]">
        {bio}
      </p>
      <SocialLinks links={socialLinks} of={name} />
      {books > 0 && (
        <a href={`/bookshop?q=${encodeURIComponent(name)}`} className="flex min-h-11 items-center">
          <span className="text-link [overflow-wrap:anywhere]">Books by {name}</span>
        </a>
      )}
    </details>
  )
}
