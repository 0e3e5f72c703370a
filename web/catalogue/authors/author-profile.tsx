import type { ReactNode } from 'react'
import type { Author } from '#contracts/catalogue/author.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { AuthorPhoto } from './author-photo.tsx'

/** Dialog with an author's profile. The component's children are the author's books. */
export function AuthorProfile({ author, onClose, children }: { author: Author; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open backCloses={false} onClose={onClose} title={author.name} description={pluralize(author.books, 'Book')} width="large">
      <div className="grid gap-x-9 gap-y-5 sm:grid-cols-[11.5rem_minmax(0,1fr)]">
        <div className="max-sm:flex max-sm:items-end max-sm:gap-4 sm:sticky sm:top-0 sm:self-start">
          <div className="@container aspect-4/5 w-28 shrink-0 overflow-hidden rounded-control bg-rule shadow-cover sm:w-full">
            <AuthorPhoto author={author} sizes="(min-width: 40rem) 176px, 112px" />
          </div>
          <div className="sm:mt-4">
            <SocialLinks links={author.socialLinks} of={author.name} />
          </div>
        </div>
        <div className="min-w-0">
          <Paragraphs text={author.bio} />
          <section aria-labelledby="their-books" className="mt-9">
            <h3 id="their-books" className="border-rule border-b pb-3 text-title-md">
              Books by {author.name}
            </h3>
            {children}
          </section>
        </div>
      </div>
    </Dialog>
  )
}
