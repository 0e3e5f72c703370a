import type { ReactNode } from 'react'
import { CONTRIBUTOR_ROLES, CREDITS, namesIn } from '#contracts/catalogue/contributor-roles.ts'
import { languageName } from '#contracts/catalogue/language-names.ts'
import { downloadName } from '#contracts/common/download-name.ts'
import { FILE_FORMATS } from '#contracts/common/file-formats.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'

/** Bibliographic details of a book, as in the imprint of a printed one. Renders nothing for a book without them. */
export function BookImprint({ book }: { book: CatalogueBookDetails }) {
  const entries = listEntries(book)
  if (entries.length === 0 && !book.rights) return null
  return (
    <section aria-labelledby="imprint" className="mt-10 max-w-[68ch]">
      <h2 id="imprint" className="mb-4 text-title-md">
        Imprint
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-base">
        {entries.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd dir="auto" className="[overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {book.rights && (
        <p dir="auto" className="mt-3 text-base text-soft [overflow-wrap:anywhere]">
          {book.rights}
        </p>
      )}
    </section>
  )
}

/** Links to the files of a free book, for e-readers and other programs. */
function Files({ book: { title, editions } }: { book: Pick<CatalogueBookDetails, 'title' | 'editions'> }) {
  return editions.map(({ format, url, bytes }, index) => (
    <span key={url}>
      {index > 0 && ' · '}
      <a href={url} download={downloadName(title, url)} className="text-link target text-base">
        {`${FILE_FORMATS[format].label}, ${formatDownloadSize(bytes)}`}
      </a>
    </span>
  ))
}

function listEntries(book: CatalogueBookDetails): [term: string, value: ReactNode][] {
  const { contributors, language, editionStatement, publisher, publishedYear, isbn } = book
  const names = new Intl.ListFormat('en')
  const published = [publisher, publishedYear].filter(Boolean).join(', ')
  const entries: [string, ReactNode][] = [
    ...CONTRIBUTOR_ROLES.map((role): [string, ReactNode] => [CREDITS[role], names.format(namesIn(contributors, role))]),
    ['Language', language && languageName(language)],
    ['Edition', editionStatement],
    ['Published', published],
    ['ISBN', isbn && <span className="tabular-nums">{isbn}</span>],
    ['Files', isFree(book.price) && book.editions.some(({ format }) => format !== 'pdf') && <Files book={book} />],
  ]
  return entries.filter(([, value]) => Boolean(value))
}
