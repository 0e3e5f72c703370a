import { useEffect, useRef, useState } from 'react'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { hasFastLine, savesData } from '#web/lib/data-saver.ts'
import type { ReflowSource, Size } from '#web/reading/viewer/book/page-source.ts'
import { choosePictureWidth } from '#web/reading/viewer/book/picture-width.ts'

/** Display scale of pictures in the text, in CSS pixels per point; matches the usual display size of a page. */
const SCALE = 1.5

/** Picture in the text, cropped from the page image, which is fetched when the picture comes near the viewport. */
export function ReflowPicture({
  block: {
    page,
    box: [left, top, width, height],
  },
  name,
  points,
  pageLabel,
  fetchPicture,
}: {
  block: Extract<ReflowBlock, { kind: 'picture' }>
  name: string
  /** Size of the page in points */
  points: Size
  pageLabel: string
  fetchPicture: ReflowSource['fetchPicture']
}) {
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
        const pageWidth = (element.clientWidth * points.width) / width
        fetchPicture(
          page,
          choosePictureWidth(pageWidth, { screenRatio: devicePixelRatio, saves: savesData(), isFast: hasFastLine(), zoom: 1 }),
        ).then(
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
  }, [page, width, points.width, fetchPicture])

  const label = `Picture on page ${pageLabel}`
  return (
    <div data-place={name} className="reading-picture">
      <div ref={frame} className="reading-picture-frame" style={{ aspectRatio: width / height, width: width * SCALE }}>
        {missing ? (
          <p className="reading-picture-missing">{`${label} could not be shown.`}</p>
        ) : (
          url && (
            <img
              src={url}
              alt={label}
              onError={() => setMissing(true)}
              style={{
                width: percent(points.width, width),
                height: percent(points.height, height),
                left: percent(-left, width),
                top: percent(-top, height),
              }}
            />
          )
        )}
      </div>
    </div>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
