import { Link } from 'react-router'

const PLACES = [
  { to: '/bookshop', title: 'Bookshop', text: 'Every book, by category. Many are free.' },
  { to: '/podcasts', title: 'Podcasts', text: 'Talks for the road, the kitchen and the quiet hour.' },
  { to: '/authors', title: 'Authors', text: 'Our authors and their books.' },
  { to: '/publishing', title: 'Publishing', text: 'How we publish your manuscript, and what it costs.' },
]

/** Links to the sections of the site, displayed on the search page before a search. */
export function WhereToLook() {
  return (
    <section aria-labelledby="where-to-look">
      <h2 id="where-to-look" className="text-title-sm">
        Or look around
      </h2>
      <ul className="mt-4 grid gap-x-8 border-rule border-t sm:grid-cols-2">
        {PLACES.map(({ to, title, text }) => (
          <li key={to} className="border-rule border-b py-4">
            <Link to={to} className="text-link target">
              {title}
            </Link>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
