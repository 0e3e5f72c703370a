import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CardScene } from './card-scene.tsx'
import type { Drawing } from './hero.tsx'

/** Tile with an icon and, except on phones, an illustration, which phones do not load. */
export function ServiceCard({
  title,
  description,
  icon,
  drawing,
  to,
}: {
  title: string
  description: string
  icon: ReactNode
  drawing: Drawing
  to: string
}) {
  return (
    <article className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr_auto] items-center gap-x-2.5 md:flex md:flex-col md:items-stretch">
      <div className="relative md:mb-9">
        <div className="aspect-5/3 overflow-hidden rounded-control bg-rule max-md:hidden">
          <CardScene onlyWide drawing={drawing} sizes="(min-width: 75rem) 270px, (min-width: 64rem) 22vw, 45vw" />
        </div>
        <span
          aria-hidden
          className="text-lamp md:absolute md:-bottom-6 md:left-4 md:grid md:size-12 md:place-items-center md:rounded-full md:bg-paper md:ring-1 md:ring-rule [&_svg]:size-6"
        >
          {icon}
        </span>
      </div>
      <h3 className="text-title-xs leading-tight md:text-title-sm">{title}</h3>
      <p className="col-span-2 mt-1 self-start text-base text-soft leading-snug md:mt-2 md:mb-3 md:text-md md:leading-normal">
        {description}
      </p>
      <Link to={to} className="text-link target col-span-2 justify-self-start text-base md:mt-auto md:self-start md:py-1">
        Learn More<span className="sr-only"> about {title}</span>
      </Link>
    </article>
  )
}
