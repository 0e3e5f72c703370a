import Download from 'lucide-react/icons/download'
import type { Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { formatDownloadSize } from '#web/lib/bytes.ts'
import { downloadName } from '#web/lib/download-name.ts'

/** Downloads a free episode, with its size. Paid episodes can only be streamed. */
export function DownloadLink({ item, url }: { item: Podcast; url: string }) {
  if (!isFree(item.price)) return null
  return (
    <a
      href={url}
      download={downloadName(item.title, url)}
      className="inline-flex min-h-11 items-center gap-2 rounded-control pr-1 pl-2 font-semibold text-base text-moon hover:bg-white/10"
    >
      <Download aria-hidden className="size-5" />
      <span>
        Download <span className="font-normal text-haze">({formatDownloadSize(item.audioBytes, item.audioBytes < 1e7 ? 1 : 0)})</span>
      </span>
    </a>
  )
}
