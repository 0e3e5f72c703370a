import type { ReactNode } from 'react'
import { authorsOf, CONTRIBUTOR_ROLES, CREDITS, namesIn } from '#contracts/catalogue/contributor-roles.ts'
import { languageName } from '#contracts/catalogue/language-names.ts'
import type { MadeEpub } from '#contracts/catalogue/made-epub.ts'
import { downloadName } from '#contracts/common/download-name.ts'
import { FILE_FORMATS } from '#contracts/common/file-formats.ts'
import { MADE_EPUB_PATH, withPath } from '#contracts/common/media-url.ts'
import { isFree } from '#contracts/shop/price.ts'
import { renewItemFile } from '#web/lib/access/item-file.ts'
import { ownedItems, owns } from '#web/lib/access/owned-items.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'

/** Name of the EPUB that is made from a book's PDF */
const MADE_EPUB = 'EPUB for e-readers'

/** Bibliographic details of a book, as in the imprint of a printed one. Renders nothing for a book without them. */
export function BookImprint({ book }: { book: CatalogueBookDetails }) {
  const isOwned = owns(ownedItems.useValue(), book.id)
  const entries = listEntries(book)
  if (isOwned && !isFree(book.price) && book.madeEpub) entries.push(['File', <OwnedEpub key="epub" book={book} epub={book.madeEpub} />])
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
function Files({ book: { title, editions, madeEpub } }: { book: Pick<CatalogueBookDetails, 'title' | 'editions' | 'madeEpub'> }) {
  const files = [
    ...editions.map(({ format, url, bytes }) => ({ label: FILE_FORMATS[format].label, url, bytes })),
    ...(madeEpub ? [{ label: MADE_EPUB, ...madeEpub }] : []),
  ]
  return files.map(({ label, url, bytes }, index) => (
    <span key={url}>
      {index > 0 && ' · '}
      <a href={url} download={downloadName(title, url)} className="text-link target text-base">
        {`${label}, ${formatDownloadSize(bytes)}`}
      </a>
    </span>
  ))
}

/** Button with which the owner of a book downloads its EPUB, at a URL that is signed first. */
function OwnedEpub({ book, epub }: { book: CatalogueBookDetails; epub: MadeEpub }) {
  const { busy, run: download } = useAction(
    async () => location.assign(withPath(await renewItemFile({ kind: 'book', item: book }), MADE_EPUB_PATH)),
    () => toast.error('The EPUB could not be downloaded.'),
  )
  return (
    <button type="button" aria-disabled={busy} onClick={() => download()} className="text-link target text-base">
      {`${MADE_EPUB}, ${formatDownloadSize(epub.bytes)}`}
    </button>
  )
}

function listEntries(book: CatalogueBookDetails): [term: string, value: ReactNode][] {
  const { contributors, language, editionStatement, publisher, publishedYear, isbn } = book
  const names = new Intl.ListFormat('en')
  const published = [publisher, publishedYear].filter(Boolean).join(', ')
  const entries: [string, ReactNode][] = [
    ...CONTRIBUTOR_ROLES.map((role): [string, ReactNode] => {
      const named = role === 'author' ? authorsOf(book).slice(1) : namesIn(contributors, role)
      return [CREDITS[role], names.format(named)]
    }),
    ['Language', language && languageName(language)],
    ['Edition', editionStatement],
    ['Published', published],
    ['ISBN', isbn && <span className="tabular-nums">{isbn}</span>],
    ['Files', isFree(book.price) && (book.madeEpub || book.editions.some(({ format }) => format !== 'pdf')) && <Files book={book} />],
  ]
  return entries.filter(([, value]) => Boolean(value))
}
