import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function ServiceCard({ title, description, icon, to }: { title: string; description: string; icon: ReactNode; to: string }) {
  return (
    <article className="flex h-full flex-col">
      <span className="text-lamp [&_svg]:size-8" aria-hidden>
        {icon}
      </span>
      <h3 className="mt-3 flex items-end text-title-md md:mt-4 lg:min-h-[2.3em]">{title}</h3>
      <p className="mt-2 mb-4 text-md text-soft leading-normal">{description}</p>
      <Link to={to} className="text-link target mt-auto self-start py-1 text-base">
        Learn More<span className="sr-only"> about {title}</span>
      </Link>
    </article>
  )
}
