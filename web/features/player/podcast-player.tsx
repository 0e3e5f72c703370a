import Download from 'lucide-react/icons/download'
import { isFree } from '#contracts/price.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { TitlePlate } from '#web/ui/title-plate.tsx'

type Cover = {
  width: number
  height: number
  placeholder: string
  sources: { type: 'image/avif' | 'image/webp'; width: number; path: string }[]
}

/** Plays one episode over the page. What is paid for can be heard, not taken home. */
export function PodcastPlayer({
  audioUrl,
  title,
  host,
  cover,
  price,
  onClose,
}: {
  audioUrl: string
  title: string
  host: string
  cover: Cover
  price?: number
  onClose: () => void
}) {
  const label = `Cover of ${title}`
  return (
    <Dialog open onClose={onClose} title="Now Playing" width="medium">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <div className="@container size-40 shrink-0 overflow-hidden rounded-control bg-night shadow-cover">
          <Picture
            picture={cover}
            alt={label}
            sizes="160px"
            fallback={<TitlePlate title={title} by={host} label={label} colour="bg-night" />}
          />
        </div>
        <div className="min-w-0">
          <h3 dir="auto" className="line-clamp-4 text-2xl [overflow-wrap:anywhere]">
            {title}
          </h3>
          <p dir="auto" className="mt-1.5 text-soft">
            {host}
          </p>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the catalogue holds no transcripts of its episodes. */}
      <audio
        src={audioUrl}
        controls
        autoPlay
        controlsList={isFree(price) ? undefined : 'nodownload'}
        aria-label={title}
        className="mt-6 w-full"
      />
      {isFree(price) && (
        <a href={audioUrl} download className={buttonClass({ variant: 'outline', size: 'small' }, 'mt-5')}>
          <Download aria-hidden className="size-5" />
          Download
        </a>
      )}
    </Dialog>
  )
}
