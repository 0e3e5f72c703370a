import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/**
 * When a picture is fetched: `first` is the largest picture of the first screen, `eager` is another one of the first screen, and `lazy`
 * waits until it is close to the viewport.
 */
export type PictureLoading = 'first' | 'eager' | 'lazy'

type Source = { type: 'image/avif' | 'image/webp'; width: number; path: string }

/**
 * Picture in its available formats and widths, over a tiny blurred placeholder until the picture is loaded. The picture fills its
 * container. `fallback` replaces a picture that is missing or fails to load.
 */
export function Picture({
  picture,
  alt,
  sizes,
  fallback,
  loading = 'lazy',
  className,
}: {
  picture: { width: number; height: number; placeholder: string; sources: Source[] }
  alt: string
  sizes: string
  fallback: ReactNode
  loading?: PictureLoading
  className?: string
}) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const image = useRef<HTMLImageElement>(null)
  const { place, isNear } = useIsNear<HTMLSpanElement>()
  const last = picture.sources.filter((source) => source.type === 'image/webp').at(-1) ?? picture.sources.at(-1)

  // The picture's loading state is checked after hydration, since a picture that loaded or failed before has already fired its event.
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
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'first' ? 'high' : undefined}
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
        {...(alt && { role: 'img', 'aria-label': alt })}
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

/**
 * Width of a picture in a two-column layout on a phone (`pairs` in theme.css), reduced by seven percent. Common phones then fetch a
 * rendition that is one or two percent too small, instead of a rendition with twice the bytes.
 */
export const PAIR_WIDTH = 'calc(47vw - 28px)'

/** Distance from the viewport within which pictures are fetched: one screen. */
const MARGIN = '100% 0%'

const IsBelow = createContext(false)

/**
 * Marks pictures below the first screen, which are fetched only within a screen's height of the viewport. With `loading=lazy`, browsers
 * fetch pictures up to 2,500 pixels ahead, and farthest ahead on slow connections.
 */
export function LazyPictures({ children }: { children: ReactNode }) {
  return <IsBelow value={true}>{children}</IsBelow>
}

/** Returns whether a picture may be fetched: always on the first screen, and otherwise when `place` is near the viewport. */
function useIsNear<Place extends Element>() {
  const place = useRef<Place>(null)
  const [isNear, setIsNear] = useState(!useContext(IsBelow))

  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])

  return { place, isNear }
}
