import type { ReactNode } from 'react'
import type { Author } from '#contracts/catalogue/author.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { ItemPage } from '#web/ui/item-page.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { AuthorPhoto } from './author-photo.tsx'

export function AuthorDetails({ author, share }: { author: Author; share: ReactNode }) {
  return (
    <ItemPage
      crumbs={[{ to: '/authors', text: 'Authors' }]}
      cover={<AuthorPhoto loading="first" author={author} sizes="(min-width: 64rem) 336px, (min-width: 48rem) 272px, min(62vw, 240px)" />}
      shape="portrait"
      title={author.name}
      facts={[pluralize(author.books, 'Book')]}
      actions={
        <div className="flex flex-wrap items-center gap-x-3">
          <SocialLinks links={author.socialLinks} of={author.name} />
          {share}
        </div>
      }
    >
      <h2 className="sr-only">About {author.name}</h2>
      <div className="mt-8">
        <Paragraphs text={author.bio} />
      </div>
    </ItemPage>
  )
}
