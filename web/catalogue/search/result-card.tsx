import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Feather from 'lucide-react/icons/feather'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SearchResult } from '#contracts/catalogue/search.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Marked } from '#web/ui/marked.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { KINDS } from './search-library.ts'

/** Search result with the pages or times that contain the search words. */
export function ResultCard({ result }: { result: SearchResult }) {
  const { kind, path, title, by, picture, price, snippet, places } = result
  const lang = result.language ?? undefined
  // The description is omitted if its snippet doesn't contain the search words and other hits are available.
  const showsSnippet = places.length === 0 || snippet.length > 1
  return (
    <article className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 py-6 sm:grid-cols-[5rem_minmax(0,1fr)] sm:gap-x-6">
      {picture ? (
        <div className={`overflow-hidden bg-rule ${SHAPES[kind] ?? ''}`}>
          <Picture picture={picture} alt="" sizes="(min-width: 40rem) 80px, 56px" fallback={null} />
        </div>
      ) : (
        <div aria-hidden className="grid aspect-square place-items-center rounded-control bg-paper-2 text-lamp [&_svg]:size-6">
          {ICONS[kind]}
        </div>
      )}
      <div className="min-w-0">
        <h3 lang={lang} dir="auto" className="text-title-xs [overflow-wrap:anywhere] sm:text-title-sm">
          <Link to={path} className="title-link">
            <Marked text={title} />
          </Link>
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-soft tabular-nums">
          <Badge tone="neutral">{KINDS[kind].one}</Badge>
          {by && (
            // On phones, the author has a separate line: beside the badge, line wrapping would depend on whether the web font has loaded.
            <span dir="auto" className="[overflow-wrap:anywhere] max-sm:order-last max-sm:basis-full">
              {by}
            </span>
          )}
          {price !== null && <span className={price > 0 ? 'text-ink' : 'font-semibold text-leaf'}>{formatPrice(price)}</span>}
        </p>
        {showsSnippet && (
          <p lang={lang} dir="auto" className="mt-2.5 line-clamp-3 max-w-[68ch] [overflow-wrap:anywhere]">
            <Marked text={snippet} />
          </p>
        )}
        <Places {...result} />
      </div>
    </article>
  )
}

const ICONS: { [Kind in SearchResult['kind']]?: ReactNode } = {
  program: <Users />,
  service: <Feather />,
  question: <CircleQuestionMark />,
}

const SHAPES: { [Kind in SearchResult['kind']]?: string } = {
  book: 'spine aspect-2/3',
  podcast: 'aspect-square rounded-control',
  author: 'aspect-4/5 rounded-control',
}

/** Links to the hits of a search result: pages of a book or times in an episode. */
function Places({ kind, path, language, places, more, hasHidden }: SearchResult) {
  if (places.length === 0 && more === 0) return null
  const [place, address, label] =
    kind === 'book'
      ? ['page', (at: number) => `${path}#page=${at}`, (at: number) => `Page ${at}`]
      : ['place', (at: number) => `${path}#t=${at}`, (at: number) => `At ${formatDuration(at)}`]
  return (
    <div className="mt-3 max-w-[68ch] border-rule border-l-2 pl-4">
      <ul className="grid gap-2">
        {places.map(({ at, text }) => (
          <li key={at} dir="auto" className="[overflow-wrap:anywhere]">
            <Link to={address(at)} className="text-link target mr-2 whitespace-nowrap tabular-nums">
              {label(at)}
            </Link>
            <span lang={language ?? undefined} className="text-soft">
              <Marked text={text} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-base text-soft">{describeMore({ more, hasHidden, found: places.length > 0 }, place)}</p>}
    </div>
  )
}

function describeMore({ more, hasHidden, found }: { more: number; hasHidden: boolean; found: boolean }, place: string): string {
  const also = found ? 'more ' : ''
  if (!hasHidden) return `${more} ${also}${place}${more === 1 ? '' : 's'} in ${place === 'page' ? 'the book' : 'the episode'}`
  if (more === 1) return found ? 'At least 1 more page in the book' : 'Found inside the book'
  return `At least ${more} ${also}pages in the book`
}
