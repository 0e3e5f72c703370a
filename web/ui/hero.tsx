import { classNames } from '#web/lib/class-names.ts'
import { ButtonLink } from './button.tsx'
import { type Scene, ScenePicture } from './scene-picture.tsx'

/** The opening of a page, under the transparent header. The overlay keeps its words readable over any picture. */
export function Hero({
  title,
  lines,
  image,
  position,
  primary,
  secondary,
  overlay = true,
  tall = false,
}: {
  title: string
  lines: [string, string]
  image?: Scene
  /** Which part of the picture stays in sight, as in object-position */
  position?: string
  primary?: { text: string; to: string }
  secondary?: { text: string; to: string }
  overlay?: boolean
  /** A whole screen rather than a band */
  tall?: boolean
}) {
  return (
    <section
      data-hero
      className={classNames(
        'on-dark relative isolate flex items-center overflow-hidden bg-[linear-gradient(180deg,#1c2238,#4d3f58_55%,#a9684c)] text-white',
        tall ? 'min-h-[min(41.25rem,92svh)] md:min-h-[min(47.5rem,92svh)]' : 'min-h-[26rem] md:min-h-[29rem]',
      )}
    >
      {image && (
        <div className="absolute inset-0 -z-20">
          <ScenePicture scene={image} position={position} />
        </div>
      )}
      {overlay && (
        <div
          data-overlay
          className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,rgb(23_28_40/0.6),rgb(23_28_40/0.28)_45%,rgb(23_28_40/0.2))] md:bg-[linear-gradient(90deg,rgb(23_28_40/0.66),rgb(23_28_40/0.34)_48%,rgb(23_28_40/0.06)_80%),linear-gradient(180deg,rgb(23_28_40/0.5),transparent_22%)]"
        />
      )}
      <div className={classNames('wrap', tall ? 'pt-28 pb-16' : 'pt-32 pb-14')}>
        <h1
          className={classNames(
            'max-w-[14em] font-display [overflow-wrap:anywhere]',
            tall ? 'text-[clamp(2.75rem,6.6vw,5.75rem)] leading-[1.06]' : 'text-[clamp(2.5rem,5vw,4.25rem)]',
          )}
        >
          {title}
        </h1>
        <p className="mt-5 max-w-[32em] text-[#f9f2e6] text-[1.1875rem] leading-normal md:text-[1.375rem]">
          <span className="md:block">{lines[0]}</span> <span className="md:block">{lines[1]}</span>
        </p>
        {(primary || secondary) && (
          <div className="mt-9 flex flex-col gap-3.5 sm:flex-row sm:flex-wrap">
            {primary && <ButtonLink to={primary.to}>{primary.text}</ButtonLink>}
            {secondary && (
              <ButtonLink to={secondary.to} variant="outline-light">
                {secondary.text}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
