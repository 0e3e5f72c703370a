import type { Author } from '#contracts/author.ts'
import { SocialLinks } from '#web/ui/social-links.tsx'

/** The profile within its card, for browsers without scripts. Only the server renders it, so that no browser loads its code. */
export function ProfileWithoutScripts({ author: { name, bio, books, socialLinks }, nameId }: { author: Author; nameId: string }) {
  return (
    <details className="pt-3 text-base">
      <summary aria-describedby={nameId} className="flex min-h-11 items-center">
        <span className="text-link">View Profile</span>
      </summary>
      <p dir="auto" className="whitespace-pre-line py-2 [overflow-wrap:anywhere]">
        {bio}
      </p>
      <SocialLinks links={socialLinks} of={name} />
      {books > 0 && (
        <a href={`/bookshop?q=${encodeURIComponent(name)}`} className="flex min-h-11 items-center">
          <span className="text-link [overflow-wrap:anywhere]">Books by {name}</span>
        </a>
      )}
    </details>
  )
}
