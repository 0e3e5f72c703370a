import { Link } from 'react-router'
import type { Collection } from '#contracts/site/collections.ts'
import { SectionTitle } from '#web/ui/section-title.tsx'

/** Links to the collections of the bookshop. Renders nothing if there are none. */
export function CollectionList({ collections }: { collections: Collection[] }) {
  if (collections.length === 0) return null
  return (
    <section aria-labelledby="collections" className="border-rule border-t py-14 md:py-20">
      <div className="wrap">
        <SectionTitle id="collections" title="Collections" />
        <ul className="grid gap-x-9 md:grid-cols-2 lg:grid-cols-3">
          {collections.map(({ slug, title, summary }) => (
            <li key={slug} className="relative border-rule border-t py-5">
              <h3 dir="auto" className="text-title-xs [overflow-wrap:anywhere] md:text-title-sm">
                <Link to={`/collections/${slug}`} className="title-link after:absolute after:inset-0">
                  {title}
                </Link>
              </h3>
              <p dir="auto" className="mt-1 text-soft [overflow-wrap:anywhere]">
                {summary}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
