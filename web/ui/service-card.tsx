import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function ServiceCard({ title, description, icon, to }: { title: string; description: string; icon: ReactNode; to: string }) {
  return (
    <article className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr_auto] items-center gap-x-2.5 md:flex md:flex-col md:items-stretch">
      <span className="text-lamp [&_svg]:size-6 md:[&_svg]:size-8" aria-hidden>
        {icon}
      </span>
      <h3 className="text-title-xs leading-tight md:mt-4 md:flex md:items-end md:text-title-md lg:min-h-[2.3em]">{title}</h3>
      <p className="col-span-2 mt-1 self-start text-base text-soft leading-snug md:mt-2 md:mb-4 md:text-md md:leading-normal">
        {description}
      </p>
      <Link to={to} className="text-link target col-span-2 justify-self-start text-base md:mt-auto md:self-start md:py-1">
        Learn More<span className="sr-only"> about {title}</span>
      </Link>
    </article>
  )
}
