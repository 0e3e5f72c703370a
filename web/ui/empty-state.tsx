import type { ReactNode } from 'react'

export function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-14 text-center md:py-20">
      <span aria-hidden className="text-lamp in-[.on-dark]:text-lamp-2 [&_svg]:size-12 [&_svg]:stroke-[1.25]">
        {icon}
      </span>
      <h3 className="mt-2 text-title-lg">{title}</h3>
      <div className="text-soft in-[.on-dark]:text-haze">{children}</div>
    </div>
  )
}
