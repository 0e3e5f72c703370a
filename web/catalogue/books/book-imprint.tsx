import type { ReactNode } from 'react'
import { CONTRIBUTOR_ROLES, type ContributorRole, namesIn } from '#contracts/catalogue/contributor-roles.ts'
import { languageName } from '#contracts/catalogue/language-names.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'

const ROLES: Record<ContributorRole, string> = {
  author: 'With',
  editor: 'Edited by',
  translator: 'Translated by',
  illustrator: 'Illustrated by',
  narrator: 'Read by',
  foreword: 'Foreword by',
}

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

function listEntries(book: CatalogueBookDetails): [term: string, value: ReactNode][] {
  const { contributors, language, editionStatement, publisher, publishedYear, isbn } = book
  const names = new Intl.ListFormat('en')
  const published = [publisher, publishedYear].filter(Boolean).join(', ')
  const entries: [string, ReactNode][] = [
    ...CONTRIBUTOR_ROLES.map((role): [string, ReactNode] => [ROLES[role], names.format(namesIn(contributors, role))]),
    ['Language', language && languageName(language)],
    ['Edition', editionStatement],
    ['Published', published],
    ['ISBN', isbn && <span className="tabular-nums">{isbn}</span>],
  ]
  return entries.filter(([, value]) => Boolean(value))
}
