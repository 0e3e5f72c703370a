import BookOpen from 'lucide-react/icons/book-open'
import Mic from 'lucide-react/icons/mic'
import PenLine from 'lucide-react/icons/pen-line'
import { Link } from 'react-router'
import type { Overview } from '#contracts/overview.ts'
import { ExactTime } from '#web/features/admin/kit/list/exact-time.tsx'

const NOUNS = {
  book: { Icon: BookOpen, home: '/admin/books', word: 'Book' },
  podcast: { Icon: Mic, home: '/admin/podcasts', word: 'Podcast' },
  author: { Icon: PenLine, home: '/admin/authors', word: 'Author' },
}

export function LatestAdditions({ latest }: { latest: Overview['latest'] }) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className="mb-3 text-2xl">
        Added last
      </h2>
      {latest.length === 0 && <p className="border-rule border-t py-6 text-base text-soft">Nothing yet. Begin with a book.</p>}
      {latest.length > 0 && (
        <ul className="border-rule border-t">
          {latest.map(({ noun, id, name, createdAt }) => {
            const { Icon, home, word } = NOUNS[noun]
            return (
              <li key={id} className="border-rule border-b">
                <Link to={`${home}/${id}/edit`} className="flex gap-3 py-3 text-base leading-snug hover:bg-paper-2">
                  <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-lamp-deep" />
                  <span className="min-w-0">
                    <span className="wrap-anywhere line-clamp-2 font-semibold">{name}</span>
                    <span className="text-sm text-soft tabular-nums">
                      {word} · <ExactTime iso={createdAt} toMinute />
                    </span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
