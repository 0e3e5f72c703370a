import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const ALIGN = { left: 'text-left', center: 'mx-auto text-center', right: 'ml-auto text-right' } as const

/** Heading of a page section. `light` is for dark backgrounds; `aside`, such as a link to all items, is aligned to the opposite side. */
export function SectionTitle({
  title,
  subtitle,
  align = 'left',
  light = false,
  id,
  aside,
}: {
  title: string
  subtitle?: string
  align?: keyof typeof ALIGN
  light?: boolean
  id?: string
  aside?: ReactNode
}) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-10 md:flex-nowrap">
      <div className={classNames('min-w-0', !aside && 'w-full')}>
        <h2 id={id} className={classNames('text-title-md md:text-title-3xl', !aside && ALIGN[align], light && 'text-moon')}>
          {title}
        </h2>
        {subtitle && (
          <p className={classNames('mt-3 max-w-[34em] md:text-xl', ALIGN[align], light ? 'text-haze' : 'text-soft')}>{subtitle}</p>
        )}
      </div>
      {aside && <div className="min-w-0 md:shrink-0">{aside}</div>}
    </div>
  )
}
