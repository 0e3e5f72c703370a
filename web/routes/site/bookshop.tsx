import type { FAQPage } from 'schema-dts'
import type { BookLanguage } from '#contracts/catalogue/book-groups.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import { bookshopArt } from '#site/art/bookshop-art.ts'
import { BookGridLoading } from '#web/catalogue/books/book-grid.tsx'
import { BookResults } from '#web/catalogue/books/book-results.tsx'
import { CollectionList } from '#web/catalogue/books/collection-list.tsx'
import { listBooksInside } from '#web/catalogue/books/list-books-inside.ts'
import { type BookshopPage, listBookshopBooks } from '#web/catalogue/books/list-bookshop-books.ts'
import { Catalogue } from '#web/catalogue/items/catalogue.tsx'
import { bookQuery, type Filters, isNarrowing, readListQuery, writeFilters } from '#web/catalogue/items/filters.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { createTextSearch } from '#web/lib/api/text-search.ts'
import { rootOf, siteContext, useSite } from '#web/lib/site.tsx'
import { opdsLinks } from '#web/site/layout/feed-links.ts'
import { founderLink } from '#web/site/layout/links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Hero } from '#web/ui/hero.tsx'
import { QuestionList } from '#web/ui/question-list.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/bookshop.ts'

const BOOKS_PER_PAGE = 24

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  const own = pageMeta(args, {
    title: 'Bookshop',
    description: rootOf(args).site.headings.bookshop.lines.join(' '),
    about: import.meta.env.SSR && ((origin) => [faqData(`${origin}/bookshop`, args.loaderData?.questions ?? [])]),
  })
  return [...own, ...opdsLinks(args)]
}

async function load({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const site = context.get(siteContext)
  const { filters, cursor, later } = readListQuery(request)
  const founder = site.founder.name
  const search = createTextSearch(api)
  const page: Promise<BookshopPage> = listOrEmpty(listBookshopBooks(api, query(filters, site, cursor), { founder, search }))
  const inside = later ? undefined : page.then((listed) => listBooksInside(api, query(filters, site), { listed, founder, search }))
  // A failure to load the texts of the bookshop is ignored, since the list of books already reports a lost connection. An error would
  // replace the page and discard the search text.
  const [questions, collections, languages] = await Promise.all([
    api.readSection('questions').catch((): SiteContent['questions'] => []),
    api.readSection('collections').catch((): SiteContent['collections'] => []),
    api.listLanguages().catch((): BookLanguage[] => []),
  ])
  return { filters, later, page, inside, questions, collections, languages: languages.map(({ language }) => language) }
}

export { load as clientLoader, load as loader }

export default function Bookshop({
  loaderData: { filters, later, page, inside, questions, collections, languages },
}: Route.ComponentProps) {
  const site = useSite()
  const heading = site.headings.bookshop
  return (
    <>
      <Hero {...heading} image={heading.image ?? bookshopArt} position="30% 58%" />
      <Catalogue
        path="/bookshop"
        noun={['book', 'books']}
        placeholder="Title, author or subject"
        languages={languages}
        isSortable
        filters={filters}
        later={later}
        page={page}
        fetchPage={(cursor, q) => listBookshopBooks(browserApi, query({ ...filters, q }, site, cursor), { founder: site.founder.name })}
        outline={<BookGridLoading count={8} />}
        aside={<TextLink to={founderLink(site).to}>The founder’s shelf</TextLink>}
      >
        {({ first, items, more }) => (
          <BookResults
            books={items}
            inside={inside}
            q={first.respelt ?? filters.q}
            language={filters.language}
            free={filters.price === 'free'}
            filtered={isNarrowing(filters)}
            byFounder={first.byFounder}
            founderPage={founderLink(site).to + writeFilters({ ...filters, q: first.respelt ?? filters.q })}
          >
            {more}
          </BookResults>
        )}
      </Catalogue>
      {!isNarrowing(filters) && <CollectionList collections={collections} />}
      {questions.length > 0 && (
        <section aria-labelledby="questions" className="border-rule border-t bg-paper-2 py-14 md:py-22">
          <div className="wrap grid gap-x-16 lg:grid-cols-[1fr_2fr]">
            <SectionTitle id="questions" title={site.wording.bookshop.questions} subtitle={site.wording.bookshop.questionsText} />
            <QuestionList questions={questions} />
          </div>
        </section>
      )}
    </>
  )
}

function faqData(url: string, questions: SiteContent['questions']): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': `${url}#questions`,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function query(filters: Filters, { programs }: Site, cursor?: string) {
  return { ...bookQuery(filters, programs), cursor, limit: BOOKS_PER_PAGE }
}
