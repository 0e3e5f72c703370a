import { Link } from 'react-router'
import { CardScene } from './card-scene.tsx'
import type { Drawing } from './hero.tsx'

/** Tile with an illustration. On phones, the illustration is small and beside the title. */
export function ServiceCard({ title, description, drawing, to }: { title: string; description: string; drawing: Drawing; to: string }) {
  return (
    <article className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr_auto] items-center gap-x-2.5 md:flex md:flex-col md:items-stretch">
      <div className="h-7 w-10 overflow-hidden rounded-xs bg-rule md:aspect-5/3 md:h-auto md:w-auto md:rounded-control">
        <CardScene drawing={drawing} sizes="(min-width: 75rem) 270px, (min-width: 64rem) 22vw, (min-width: 48rem) 45vw, 67px" />
      </div>
      <h3 className="text-title-xs leading-tight md:mt-5 md:text-title-sm">{title}</h3>
      <p className="col-span-2 mt-1 self-start text-base text-soft leading-snug md:mt-2 md:mb-3 md:text-md md:leading-normal">
        {description}
      </p>
      <Link to={to} className="text-link target col-span-2 justify-self-start text-base md:mt-auto md:self-start md:py-1">
        Learn More<span className="sr-only"> about {title}</span>
      </Link>
    </article>
  )
}
