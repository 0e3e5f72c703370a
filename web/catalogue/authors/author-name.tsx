import { Link } from 'react-router'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Page } from '#contracts/common/list.ts'
import type { FailedList } from '#web/lib/api/list-or-empty.ts'
import { AwaitList } from '#web/ui/deferred.tsx'

/** Name of an author or podcast host, which becomes a link once `found` has returned an author page for the name. */
export function AuthorName({ name, found }: { name: string; found: Promise<Page<Author> | FailedList> }) {
  return (
    <AwaitList list={found} meanwhile={name}>
      {({ items: [author] }: Page<Author>) =>
        author ? (
          <Link to={`/authors/${author.slug}`} className="text-link">
            {name}
          </Link>
        ) : (
          name
        )
      }
    </AwaitList>
  )
}
