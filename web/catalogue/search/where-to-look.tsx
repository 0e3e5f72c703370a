import { Link } from 'react-router'
import { useSite } from '#web/lib/site.tsx'

const PLACES = [
  { name: 'bookshop', title: 'Bookshop' },
  { name: 'podcasts', title: 'Podcasts' },
  { name: 'authors', title: 'Authors' },
  { name: 'publishing', title: 'Publishing' },
] as const

/** Links to the sections of the site, displayed on the search page before a search. */
export function WhereToLook() {
  const { headings } = useSite()
  return (
    <section aria-labelledby="where-to-look">
      <h2 id="where-to-look" className="text-title-sm">
        Or look around
      </h2>
      <ul className="mt-4 grid gap-x-8 border-rule border-t sm:grid-cols-2">
        {PLACES.map(({ name, title }) => (
          <li key={name} className="border-rule border-b py-4">
            <Link to={`/${name}`} className="text-link target">
              {title}
            </Link>
            <p className="mt-1 text-soft">{headings[name].lines[0]}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
