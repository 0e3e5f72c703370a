import type { ReactNode } from 'react'
import { useSite } from '#web/lib/site.tsx'
import { CardScene } from '#web/ui/card-scene.tsx'
import { NightHills } from './night-hills.tsx'

/** Page that contains only a message: not found, failed or offline. Its background suits both header styles. */
export function NoticePage({ kicker, title, children }: { kicker?: string; title: string; children: ReactNode }) {
  const { image } = useSite().wording.notices
  return (
    <section
      data-hero
      className="on-dark relative isolate flex min-h-svh items-center overflow-hidden bg-[linear-gradient(180deg,var(--color-night),#2a2a42_60%,#5b4355)] text-moon"
    >
      {image ? (
        <div className="absolute inset-x-0 bottom-0 -z-10 h-60 mask-[linear-gradient(transparent,#000_60%)] sm:h-1/2">
          <CardScene drawing={image.wide} sizes="100vw" />
        </div>
      ) : (
        <NightHills className="absolute inset-x-0 bottom-0 -z-10 h-60 w-full sm:h-1/2" />
      )}
      <div className="wrap pt-32 pb-48 md:pb-52">
        {kicker && <p className="mb-3 font-semibold text-lamp-2 tabular-nums">{kicker}</p>}
        <h1 className="max-w-[15em] font-serif text-headline-lg text-white">{title}</h1>
        <div className="mt-5 max-w-[34em] text-lg leading-relaxed md:text-xl [&>p]:text-balance">{children}</div>
      </div>
    </section>
  )
}
