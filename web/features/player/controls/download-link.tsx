import Download from 'lucide-react/icons/download'
import type { Podcast } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { downloadName } from '#web/lib/download-name.ts'

/** Takes a free episode home, and says what that costs in data. What is paid for can be heard, not taken home. */
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
        Download <span className="font-normal text-haze">({formatSize(item.audioBytes)})</span>
      </span>
    </a>
  )
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
