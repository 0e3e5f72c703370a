import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useIsNear } from './lazy-pictures.tsx'

type Source = { type: 'image/avif' | 'image/webp'; width: number; path: string }

/**
 * A still picture in the formats and widths that it comes in, over its own tiny blurred self until it is there.
 * It fills its box; `fallback` takes its place when there is no picture or it can't be had.
 */
export function Picture({
  picture,
  alt,
  sizes,
  fallback,
  priority = false,
  className,
}: {
  picture: { width: number; height: number; placeholder: string; sources: Source[] }
  alt: string
  sizes: string
  fallback: ReactNode
  /** Above the fold: fetched at once */
  priority?: boolean
  className?: string
}) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const image = useRef<HTMLImageElement>(null)
  const { place, isNear } = useIsNear<HTMLSpanElement>()
  const last = picture.sources.findLast((source) => source.type === 'image/webp') ?? picture.sources.at(-1)

  // What loaded or failed before hydration has fired its event already.
  useEffect(() => {
    if (image.current?.complete) setState(image.current.naturalWidth > 0 ? 'shown' : 'failed')
  }, [])

  if (!last || state === 'failed') return <>{fallback}</>
  const ground = picture.placeholder ? { backgroundImage: `url("${picture.placeholder}")` } : undefined
  const whole = (
    <picture>
      {['image/avif', 'image/webp'].map((type) => {
        const sources = picture.sources.filter((source) => source.type === type)
        return sources.length > 0 && <source key={type} type={type} sizes={sizes} srcSet={srcSet(sources)} />
      })}
      <img
        ref={image}
        src={last.path}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
        className={classNames('size-full bg-cover bg-center object-cover', className)}
        style={state === 'waiting' ? ground : undefined}
      />
    </picture>
  )
  if (isNear) return whole
  return (
    <>
      <span
        ref={place}
        role="img"
        aria-label={alt}
        className={classNames('block size-full bg-cover bg-center noscript:hidden', className)}
        style={ground}
      />
      <noscript>{whole}</noscript>
    </>
  )
}

function srcSet(sources: Source[]) {
  return sources.map((source) => `${source.path} ${source.width}w`).join(', ')
}
