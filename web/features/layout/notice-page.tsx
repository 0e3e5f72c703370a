import type { ReactNode } from 'react'

/** A page that has only something to say: not found, out of order, offline. Its ground suits either look of the header. */
export function NoticePage({ kicker, title, children }: { kicker?: string; title: string; children: ReactNode }) {
  return (
    <section
      data-hero
      className="on-dark relative isolate flex min-h-[min(44rem,100svh)] items-center overflow-hidden bg-[linear-gradient(180deg,var(--color-night),#2a2a42_60%,#5b4355)] text-moon"
    >
      <NightHills />
      <div className="wrap pt-32 pb-44 md:pb-52">
        {kicker && <p className="mb-3 font-semibold text-lamp-2 tabular-nums">{kicker}</p>}
        <h1 className="max-w-[15em] font-display text-[clamp(2.5rem,5.4vw,4.5rem)] text-white">{title}</h1>
        <div className="mt-5 max-w-[34em] text-[1.1875rem] leading-relaxed md:text-xl">{children}</div>
      </div>
    </section>
  )
}

/** Two ridges and a low moon, small enough to be there when nothing else can be fetched. */
function NightHills() {
  return (
    <svg viewBox="0 0 1440 360" preserveAspectRatio="xMidYMax slice" aria-hidden className="absolute inset-x-0 bottom-0 -z-10 h-3/5 w-full">
      <circle cx="1130" cy="120" r="46" fill="#f3d9a4" opacity="0.9" />
      <path d="M0 250C180 190 330 230 520 200s330-70 520-20 260 20 400-20v200H0Z" fill="#33304a" />
      <path d="M0 310c200-50 420-10 640-30s420-50 800 10v70H0Z" fill="#171c28" />
    </svg>
  )
}
