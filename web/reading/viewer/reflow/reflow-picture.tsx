import { type CSSProperties, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ReflowBlock, TextImage } from '#contracts/reading/book-reflow.ts'
import { hasFastLine, savesData } from '#web/lib/data-saver.ts'
import type { ReflowSource, Size } from '#web/reading/viewer/book/page-source.ts'
import { choosePictureWidth, MAX_PIXEL_RATIO } from '#web/reading/viewer/book/picture-width.ts'

/** Display scale of pictures in the text, in CSS pixels per point; matches the usual display size of a page. */
const SCALE = 1.5

type Fetch = (frame: HTMLElement) => Promise<{ url: string } | undefined>

/** Picture in the text: an image of its own, or an area of the page image. */
export function ReflowPicture({
  block: { page, box, image, alt },
  name,
  points,
  pageLabel,
  reflow,
}: {
  block: Extract<ReflowBlock, { kind: 'picture' }>
  name: string
  /** Size of the page in points */
  points: Size
  pageLabel: string
  reflow: Pick<ReflowSource, 'fetchPicture' | 'fetchImage'>
}) {
  const label = alt ?? `Picture on page ${pageLabel}`
  return (
    <div data-place={name} className="reading-picture">
      {image ? (
        <TextPicture image={image} label={label} fetchImage={reflow.fetchImage} />
      ) : box ? (
        <PagePart page={page} box={box} label={label} points={points} fetchPicture={reflow.fetchPicture} />
      ) : (
        <p className="reading-picture-missing">{`${label} (this picture can’t be shown)`}</p>
      )}
    </div>
  )
}

function TextPicture({ image, label, fetchImage }: { image: TextImage; label: string; fetchImage: ReflowSource['fetchImage'] }) {
  const { width, height } = image
  const fetchIt: Fetch = useCallback((element) => fetchImage(image, element.clientWidth * screenRatio()), [image, fetchImage])
  const { frame, url, missing, setMissing } = usePicture(fetchIt)
  return (
    <Frame ref={frame} label={label} missing={missing} style={{ aspectRatio: width / height, width }}>
      {url && <img src={url} alt={label} onError={setMissing} className="size-full" />}
    </Frame>
  )
}

/** Picture that is cropped from the image of its page. */
function PagePart({
  page,
  box: [left, top, width, height],
  label,
  points,
  fetchPicture,
}: {
  page: number
  box: [number, number, number, number]
  label: string
  points: Size
  fetchPicture: ReflowSource['fetchPicture']
}) {
  const fetchIt: Fetch = useCallback(
    (element) => {
      const pageWidth = (element.clientWidth * points.width) / width
      const options = { screenRatio: devicePixelRatio, saves: savesData(), isFast: hasFastLine(), zoom: 1 }
      return fetchPicture(page, choosePictureWidth(pageWidth, options))
    },
    [page, width, points.width, fetchPicture],
  )
  const { frame, url, missing, setMissing } = usePicture(fetchIt)
  return (
    <Frame ref={frame} label={label} missing={missing} style={{ aspectRatio: width / height, width: width * SCALE }}>
      {url && (
        <img
          src={url}
          alt={label}
          onError={setMissing}
          style={{
            width: percent(points.width, width),
            height: percent(points.height, height),
            left: percent(-left, width),
            top: percent(-top, height),
          }}
        />
      )}
    </Frame>
  )
}

function Frame({
  ref,
  label,
  missing,
  style,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>
  label: string
  missing: boolean
  style: CSSProperties
  children: ReactNode
}) {
  return (
    <div ref={ref} className="reading-picture-frame" style={style}>
      {missing ? <p className="reading-picture-missing">{`${label} could not be shown.`}</p> : children}
    </div>
  )
}

/**
 * Fetches a picture when its frame comes near the viewport.
 * @param fetchIt a function that changes only if the picture does
 */
function usePicture(fetchIt: Fetch) {
  const frame = useRef<HTMLDivElement>(null)
  const [url, setUrl] = useState<string>()
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let active = true
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        fetchIt(element).then(
          (picture) => active && (picture ? setUrl(picture.url) : setMissing(true)),
          () => active && setMissing(true),
        )
      },
      { root: element.closest('.reading-stage'), rootMargin: savesData() ? '0px' : '100% 0px' },
    )
    observer.observe(element)
    return () => {
      active = false
      observer.disconnect()
    }
  }, [fetchIt])

  return { frame, url, missing, setMissing: () => setMissing(true) }
}

/** Device pixels per CSS pixel in which a picture is fetched. */
const screenRatio = () => (savesData() ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO))

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
