import type { ReactNode } from 'react'
import { CardScene } from '#web/ui/card-scene.tsx'
import type { Drawing } from '#web/ui/hero.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Top of a page with books that belong together: the kind of the page, its title and texts, and a picture if there is one. */
export function ShelfHead({
  kind,
  title,
  language,
  picture,
  children,
}: {
  kind: string
  title: string
  language?: string | null
  picture?: Drawing
  children: ReactNode
}) {
  return (
    <header className={picture ? 'mb-9 grid items-center gap-x-16 gap-y-7 md:mb-14 md:grid-cols-[1fr_minmax(0,26rem)]' : 'mb-9 md:mb-14'}>
      <div className="min-w-0">
        <p className="text-base text-soft">
          <TextLink to="/bookshop">Bookshop</TextLink> / {kind}
        </p>
        <h1
          lang={language ?? undefined}
          dir="auto"
          className="mt-2 font-serif text-title-xl leading-tight [overflow-wrap:anywhere] md:text-title-4xl"
        >
          {title}
        </h1>
        {children}
      </div>
      {picture && (
        <div className="aspect-5/3 overflow-hidden rounded-control bg-rule">
          <CardScene drawing={picture} sizes="(min-width: 48rem) 416px, 100vw" />
        </div>
      )}
    </header>
  )
}
